const wake = () => console.log('awake');
for (const event of ['mousemove', 'keydown']) document.addEventListener(event, wake);
document.addEventListener('touchstart', wake);
document.removeEventListener('keydown', wake);
