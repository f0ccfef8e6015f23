(()=>{function n(t,e){return fetch(t).then(d=>d.text()).then(e)}var c=document.getElementById("box");function o(t){n(`data/${t}.txt`,e=>{c.textContent=e})}document.getElementById("a").addEventListener("click",()=>o("a"));document.getElementById("b").addEventListener("click",()=>o("b"));})();
//# sourceMappingURL=index-D3f.js.map
