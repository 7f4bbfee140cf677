// Before the talk starts all slides lie below each other: measure each, and make smaller what its
// page wouldn't hold. Then reveal.js takes over.
(() => {
  const [width, height] = [1280, 720];
  const fits = (slide) => {
    const { left, top } = slide.getBoundingClientRect();
    return [...slide.querySelectorAll(".fit *")].every((one) => {
      if (one.closest(".tcp-hidden, .notes")) return true;
      const { right, bottom } = one.getBoundingClientRect();
      const inside = right <= left + width - 40 && bottom <= top + height - 36;
      const clips = getComputedStyle(one).overflowX !== "visible";
      return inside && !(clips && one.scrollWidth > one.clientWidth + 1);
    });
  };
  for (const slide of document.querySelectorAll(".slides > section > section")) {
    const box = slide.querySelector(".fit");
    for (let zoom = 1; zoom > 0.5 && !fits(slide); zoom -= 0.05) {
      box.style.zoom = (zoom - 0.05).toFixed(2);
    }
  }
  document.documentElement.classList.add("measured");
  Reveal.initialize({
    width, height, margin: 0, minScale: 0.1, maxScale: 4, center: false,
    hash: true, slideNumber: "c/t", transition: "none", navigationMode: "linear",
    plugins: [RevealNotes],
  });
})();
