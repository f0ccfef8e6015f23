const place = () => console.log(window.scrollY);
window.addEventListener('scroll', place);
setTimeout(() => window.removeEventListener('resize', place), 1000); // expect: invalid-listener-removal
