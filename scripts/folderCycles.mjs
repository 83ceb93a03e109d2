/**
 * Finds cycles between folders. `edges` are [from, to] pairs of file paths; `folderOf` maps a path to its folder, or
 * to undefined for a file outside the graph. Returns each cycle as a list of folders.
 */
export const folderCycles = (edges, folderOf) => {
  const graph = new Map();
  for (const [source, target] of edges) {
    const [from, to] = [folderOf(source), folderOf(target)];
    if (from === undefined || to === undefined || from === to) continue;
    graph.set(from, (graph.get(from) ?? new Set()).add(to));
  }
  const cycles = [];
  const done = new Set();
  const visit = (folder, path) => {
    const at = path.indexOf(folder);
    if (at >= 0) return void cycles.push([...path.slice(at), folder]);
    if (done.has(folder)) return;
    for (const next of graph.get(folder) ?? []) visit(next, [...path, folder]);
    done.add(folder);
  };
  for (const folder of graph.keys()) visit(folder, []);
  return cycles;
};
