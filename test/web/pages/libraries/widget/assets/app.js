(()=>{function e(o,c){for(let n of o.querySelectorAll("a"))n.addEventListener("click",l=>{l.preventDefault(),fetch(n.href).then(t=>t.text()).then(t=>c.textContent=t)})}var r=document.getElementById("box");e(document.getElementById("tabs"),r);})();
//# sourceMappingURL=app.js.map
