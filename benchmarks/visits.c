/* What a compiled program does that visits every deal: 22,100 hands times 18,424 of the dealer.

   Both functions fill `counts`, a row of four for each hand in the order of the deck: the dealer
   doesn't qualify, win, tie, lose. Cards are 4 * (rank - 2) + suit. */

#include <stdint.h>

/* A number that orders three-card hands: category, then the ranks that decide. */
static int rank3(int a, int b, int c)
{
    int x = a >> 2, y = b >> 2, z = c >> 2, t;
    if (x < y) { t = x; x = y; y = t; }
    if (y < z) { t = y; y = z; z = t; }
    if (x < y) { t = x; x = y; y = t; }
    if (x == z) return 4 << 12 | x << 8;
    if (x == y) return 1 << 12 | x << 8 | z << 4;
    if (y == z) return 1 << 12 | y << 8 | x << 4;
    int suited = (a & 3) == (b & 3) && (b & 3) == (c & 3);
    if (x - z == 2) return (suited ? 5 : 3) << 12 | x << 8;
    if (x == 12 && y == 1 && z == 0) return (suited ? 5 : 3) << 12 | 1 << 8;
    return (suited ? 2 : 0) << 12 | x << 8 | y << 4 | z;
}

/* As one writes it first: six loops, the dealer's hand ranked anew in each deal. */
void plain(int32_t *counts)
{
    const int queen_high = 10 << 8;
    for (int a = 0; a < 52; a++)
    for (int b = a + 1; b < 52; b++)
    for (int c = b + 1; c < 52; c++) {
        int mine = rank3(a, b, c), none = 0, win = 0, tie = 0, lose = 0;
        for (int d = 0; d < 52; d++) {
            if (d == a || d == b || d == c) continue;
            for (int e = d + 1; e < 52; e++) {
                if (e == a || e == b || e == c) continue;
                for (int f = e + 1; f < 52; f++) {
                    if (f == a || f == b || f == c) continue;
                    int theirs = rank3(d, e, f);
                    if (theirs < queen_high) none++;
                    else if (mine > theirs) win++;
                    else if (mine == theirs) tie++;
                    else lose++;
                }
            }
        }
        *counts++ = none; *counts++ = win; *counts++ = tie; *counts++ = lose;
    }
}

#define HANDS 22100

/* Without a branch, so that a compiler can do several deals in one instruction. All hands are
   ranked once; cards held are bits of two numbers, so that 32 bits do. */
void branch_free(int32_t *counts)
{
    static uint32_t low[HANDS], high[HANDS];
    static int32_t strength[HANDS];
    const int32_t queen_high = 10 << 8;
    int n = 0;
    for (int a = 0; a < 52; a++)
    for (int b = a + 1; b < 52; b++)
    for (int c = b + 1; c < 52; c++) {
        uint64_t held = 1ull << a | 1ull << b | 1ull << c;
        low[n] = (uint32_t)held;
        high[n] = (uint32_t)(held >> 32);
        strength[n++] = rank3(a, b, c);
    }
    for (int i = 0; i < HANDS; i++) {
        uint32_t my_low = low[i], my_high = high[i];
        int32_t mine = strength[i], none = 0, win = 0, tie = 0, all = 0;
        for (int j = 0; j < HANDS; j++) {
            int32_t apart = ((low[j] & my_low) | (high[j] & my_high)) == 0;
            int32_t qualified = strength[j] >= queen_high;
            all += apart;
            none += apart & (qualified ^ 1);
            win += apart & qualified & (strength[j] < mine);
            tie += apart & qualified & (strength[j] == mine);
        }
        *counts++ = none; *counts++ = win; *counts++ = tie; *counts++ = all - none - win - tie;
    }
}
