// The rules of src/app/appearance.ts, before the first paint.
(function () {
  var seen = {};
  try {
    seen = JSON.parse(localStorage.getItem("posthorn.preferences")) || {};
  } catch {}
  var isDark =
    seen.theme === "dark" || (seen.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.classList.toggle("dark", isDark);
  document.documentElement.dataset.density = seen.density === "compact" ? "compact" : "comfortable";
})();
