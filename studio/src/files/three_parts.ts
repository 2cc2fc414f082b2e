/** What meshes need of three.js: named here, so that the rest of it is left out of the page. */
export { LoadingManager, Mesh, MeshStandardMaterial, Vector3 } from "three";
