exports.arm = (element, press) => {
  element.addEventListener('mousedown', press, { passive: true });
  element.addEventListener('mousedown', press, { passive: true });
};
