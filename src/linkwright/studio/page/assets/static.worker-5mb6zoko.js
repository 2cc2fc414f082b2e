(function(){let e=`/lib/linkwright`,t=`
import json, sys
sys.path.insert(0, "${e}")
from linkwright.studio.desk import answer

def ask(name, payload):
    return json.dumps(answer(name, json.loads(payload)))

ask
`,n=e=>self.postMessage(e);async function r(n){let r=new URL(`pyodide/pyodide.mjs`,n).href,i=fetch(new URL(`pyodide/linkwright.zip`,n)).then(e=>e.ok?e.arrayBuffer():Promise.reject(/* @__PURE__ */ Error(`${e.url}: ${e.status}`))),{loadPyodide:a}=await import(
/* @vite-ignore */
r),o=await a({indexURL:new URL(`pyodide/`,n).href});return o.unpackArchive(await i,`zip`,{extractDir:e}),o.runPython(t)}let i=null;self.addEventListener(`message`,async({data:e})=>{if(`folder`in e)i=r(e.folder),i.then(()=>n({ready:!0,what:``}),e=>n({ready:!1,what:a(e)}));else try{let t=await i;n({id:e.id,answer:t(e.name,e.payload)})}catch(t){n({id:e.id,failure:a(t)})}});function a(e){return(e instanceof Error?e.message:String(e)).trim().split(`
`).at(-1)??``}})();