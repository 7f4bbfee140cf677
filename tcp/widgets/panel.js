// Keys and a voice for one panel: what ipywidgets alone cannot do.
// A key presses the panel's own button, so Python sees nothing but clicks.
export default {
  render({ model, el }) {
    const voice = document.createElement("div");
    voice.setAttribute("role", "status");
    voice.setAttribute("aria-live", "polite");
    voice.className = "tcp-hidden";
    el.append(voice);

    let panel = null;
    let focused = null;
    const button = (name) => panel?.querySelector(`button.${CSS.escape(name)}:not(:disabled)`);

    // ipywidgets cuts the number typed beside a slider down to what that takes: it is said first.
    let limits = "";
    const say = () => { voice.textContent = limits + model.get("message"); limits = ""; };
    const tellLimits = ({ target }) => {
      if (!target.matches(".widget-readout")) return;
      const typed = target.textContent.trim();
      setTimeout(() => {
        if (typed === target.textContent.trim()) return;
        const slider = target.closest(".widget-slider").querySelector("[role=slider]");
        const [least, most] = ["min", "max"].map((end) => Number(slider.getAttribute(`aria-value${end}`)));
        voice.textContent = limits = `${target.getAttribute("aria-label")}: ${least}–${most}. `;
        setTimeout(() => { limits = ""; }, 1000);
      });
    };
    const describe = () => {
      panel.setAttribute("role", "group");
      panel.setAttribute("aria-label", model.get("label"));
      panel.lang = model.get("language");
      // The heading of a page that says so, and the page itself, follow the panel's language.
      const heading = document.querySelector("h1.tcp-title");
      if (heading && model.get("title")) {
        document.title = heading.textContent = model.get("title");
        document.documentElement.lang = panel.lang;
      }
      for (const [key, name] of Object.entries(model.get("shortcuts"))) {
        for (const each of panel.querySelectorAll(`button.${CSS.escape(name)}`)) {
          each.setAttribute("aria-keyshortcuts", key);
        }
      }
    };
    // Places side by side, such as the boxes of a table: arrows go from one to the next.
    const stops = () => [...panel.querySelectorAll(".tcp-stop")];
    const step = (key) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
      const all = stops();
      if (!by || !all.length) return false;
      const here = all.findIndex((stop) => stop.contains(document.activeElement));
      const next = here < 0 ? (by > 0 ? 0 : all.length - 1) : (here + by + all.length) % all.length;
      (all[next].querySelector("button:not(:disabled)") ?? all[next]).focus();
      return true;
    };
    // A placeholder names nothing to a screen reader while an empty label stands before it.
    const nameEntries = () => {
      for (const each of panel.querySelectorAll("input[placeholder]:not([aria-label])")) {
        if ([...each.labels].some((one) => one.textContent.trim() && one.checkVisibility())) continue;
        each.setAttribute("aria-label", each.placeholder);
      }
    };
    // Radio buttons side by side are one choice, and it has a name: Tab stops at it once, and
    // arrows move within it, which the browser does for those that share the attribute.
    const nameChoices = () => {
      for (const choice of panel.querySelectorAll(".widget-radio-box")) {
        choice.id ||= `tcp-choice-${Math.random()}`;
        for (const one of choice.querySelectorAll("[type=radio]:not([name])")) one.name = choice.id;
        const name = choice.parentElement.querySelector(":scope > .widget-label")?.textContent;
        choice.setAttribute("role", "radiogroup");
        choice.setAttribute("aria-label", name || model.get("label"));
      }
    };
    const nameStops = () => {
      for (const stop of stops()) {
        const name = stop.querySelector("[id]")?.id;
        if (!name || stop.getAttribute("aria-labelledby") === name) continue;
        stop.tabIndex = -1;
        stop.setAttribute("role", "group");
        stop.setAttribute("aria-labelledby", name);
      }
    };
    // On a page with this one panel its keys work at once, before anything has the focus.
    const here = (target) => panel?.contains(target) || (
      panel && target === document.body && !document.querySelector(".jp-LabShell, .jp-NotebookPanel")
      && document.querySelectorAll(".tcp-panel").length === 1
    );
    const onKey = (event) => {
      if (!here(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.matches("input:not([type=radio], [type=checkbox]), textarea")) {
        entered = event.key === "Enter" && !event.shiftKey ? event.target : null;
        changed = false;
        return;
      }
      if (event.target.isContentEditable) { // the number beside a slider
        if (event.key === "Enter") tellLimits(event);
        return;
      }
      const single = event.key.length === 1 && event.key !== " ";
      if (!single && !event.key.startsWith("Arrow")) return;
      if (!single && event.target.matches("[role=slider], [type=radio], [data-tcp-reached]")) {
        return; // it moves by arrows itself
      }
      // JupyterLab would take D D for "delete the cell": single keys end here.
      event.stopPropagation();
      if (event.target.matches("select")) return; // the browser's own choice by letter or arrow
      if (step(event.key)) { event.preventDefault(); return; }
      const keys = model.get("shortcuts");
      // On a Cyrillic keyboard the key with the D gives another letter: then its place counts.
      const place = event.key > "\u024f" && event.code.replace(/^Key/, "").toLowerCase();
      const name = keys[event.key.toLowerCase()] ?? keys[place];
      const pressed = name && button(name);
      // A key held down is one press: nobody decides a hand that has not been seen.
      if (pressed && event.repeat) { event.preventDefault(); return; }
      if (pressed) { event.preventDefault(); pressed.focus(); pressed.click(); }
    };
    // Enter in a field ends it as its button does, once the browser has handed on what was typed.
    // What stands there as it was refused is no change: Python is asked to refuse it again.
    let entered = null;
    let changed = false;
    const onChange = () => { changed = true; };
    const onRelease = (event) => {
      if (event.key === "Enter" && entered && entered === event.target) {
        button(model.get("shortcuts").Enter)?.click();
        if (!changed && entered.closest(".tcp-refused")) {
          model.send({ again: entered.labels[0].textContent.trim() });
        }
      }
      entered = null;
    };
    // The second click of a double click was meant for what stood there before the first: it must
    // not decide a hand that nobody has seen.
    const onClick = (event) => {
      if (event.detail > 1 && event.target.closest("button.tcp-once")) {
        event.stopPropagation();
        event.preventDefault();
      }
    };
    // What a slider or a choice has heard must not reach JupyterLab too: there arrows choose a cell.
    const endAtSlider = (event) => {
      const moves = "[role=slider], [type=radio], [contenteditable=true], [data-tcp-reached]";
      if (event.target.matches(moves)) event.stopPropagation();
    };
    // ipywidgets leaves its sliders without a name: it is written beside them.
    const nameSliders = () => {
      for (const slider of panel.querySelectorAll("[role=slider]")) {
        const name = slider.closest(".widget-slider")?.querySelector(".widget-label")?.textContent;
        if (!name) continue;
        slider.setAttribute("aria-label", name);
        const number = slider.closest(".widget-slider").querySelector(".widget-readout");
        number?.setAttribute("role", "textbox");
        number?.setAttribute("aria-label", name);
      }
    };
    const tellRefused = () => {
      for (const entry of panel.querySelectorAll("input, textarea")) {
        if (entry.closest(".tcp-refused")) entry.setAttribute("aria-invalid", "true");
        else entry.removeAttribute("aria-invalid");
      }
    };
    // ipywidgets shows by a colour alone that a button stays pressed; its tooltip is its full name.
    const tellPressed = () => {
      for (const toggle of panel.querySelectorAll("button.tcp-toggle")) {
        toggle.setAttribute("aria-pressed", toggle.classList.contains("mod-active"));
        if (toggle.title) toggle.setAttribute("aria-label", toggle.title);
      }
    };
    // What is too wide or too long scrolls within itself: then Tab stops at it, and arrows move it.
    const reachScrollers = () => {
      for (const part of panel.querySelectorAll("table, .tcp-wide, .tcp-scroll")) {
        const scrolls = getComputedStyle(part).overflowX !== "visible"
          && (part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight);
        const made = "tcpReached" in part.dataset;
        if (scrolls && part.tabIndex < 0) {
          part.tabIndex = 0;
          part.dataset.tcpReached = "";
        } else if (!scrolls && made) {
          part.removeAttribute("tabindex");
          delete part.dataset.tcpReached;
        }
      }
    };
    const resized = new ResizeObserver(reachScrollers);
    const onFocus = (event) => { focused = event.target; };
    // A focused button that becomes disabled would drop the focus out of the panel.
    const keep = new MutationObserver(() => {
      nameStops();
      nameEntries();
      nameChoices();
      tellPressed();
      tellRefused();
      reachScrollers();
      if (focused?.disabled && (document.activeElement === document.body || document.activeElement === focused)) {
        panel.focus();
      }
    });
    const attach = () => {
      if (panel) return;
      panel = el.closest(".tcp-panel");
      if (!panel) { later = requestAnimationFrame(attach); return; }
      panel.tabIndex = -1;
      describe();
      nameSliders();
      nameStops();
      nameEntries();
      nameChoices();
      tellPressed();
      panel.addEventListener("focusin", onFocus);
      panel.addEventListener("keydown", endAtSlider);
      panel.addEventListener("change", onChange, true);
      panel.addEventListener("blur", tellLimits, true);
      panel.addEventListener("click", onClick, true);
      resized.observe(panel); // which looks at them at once, too
      keep.observe(panel, {
        subtree: true, childList: true, attributes: true,
        attributeFilter: ["disabled", "class", "title"],
      });
    };
    let later = requestAnimationFrame(attach);
    window.addEventListener("keydown", onKey, true);
    window.addEventListener("keyup", onRelease, true);
    model.on("change:message", say);
    model.on("change:shortcuts", () => panel && describe());
    model.on("change:label", () => panel && describe());
    model.on("change:language", () => panel && describe());
    return () => {
      cancelAnimationFrame(later);
      window.removeEventListener("keydown", onKey, true);
      window.removeEventListener("keyup", onRelease, true);
      panel?.removeEventListener("focusin", onFocus);
      panel?.removeEventListener("keydown", endAtSlider);
      panel?.removeEventListener("change", onChange, true);
      panel?.removeEventListener("blur", tellLimits, true);
      panel?.removeEventListener("click", onClick, true);
      keep.disconnect();
      resized.disconnect();
    };
  },
};
