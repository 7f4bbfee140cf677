// What is wider than its place scrolls: let the keyboard reach it, too.
(() => {
  const places = ".output pre, .highlight pre, .cell_output .output.text_html, .course-widget pre, .tcp-scroll, .tcp-wide, .table-wrapper";
  const reach = () => {
    for (const one of document.querySelectorAll(places)) {
      const scrolls = one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1;
      if (scrolls) one.tabIndex = 0;
      else if (one.tabIndex === 0) one.removeAttribute("tabindex");
    }
  };
  addEventListener("DOMContentLoaded", reach);
  addEventListener("resize", reach);
})();
