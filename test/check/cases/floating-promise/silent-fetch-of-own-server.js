// A path without a host is relative to a page.
exports.openInEditor = file => {
  fetch('/__open-in-editor?file=' + encodeURIComponent(file));
};
