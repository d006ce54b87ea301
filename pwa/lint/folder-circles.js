// Finds import circles between the entries of a folder: its files, and the folders in it with all their files.
// Such a folder has no order of reading: import-linter calls the same rule `acyclic_siblings`.

/** @typedef {{ from: string, to: string }} Import */
/** @typedef {{ folder: string, entries: string[], imports: Import[] }} Circle */

/**
 * The circles between the entries of each folder. A file that imports another folder's file counts for both
 * folders at the level where their paths part.
 * @param {readonly Import[]} imports Files as paths from one root, such as `src/lib/store.ts`.
 * @returns {Circle[]}
 */
export function folderCircles(imports) {
  /** @type {Map<string, Map<string, Map<string, Import>>>} folder -> entry -> imported entry -> an import */
  const graphs = new Map()
  for (const { from, to } of imports) {
    const [own, other] = [from.split('/'), to.split('/')]
    const depth = own.findIndex((part, i) => part !== other[i])
    if (depth === -1) continue
    const folder = own.slice(0, depth).join('/')
    const graph = graphs.get(folder) ?? new Map()
    const targets = graph.get(own[depth]) ?? new Map()
    graphs.set(folder, graph.set(own[depth], targets))
    if (!targets.has(other[depth])) targets.set(other[depth], { from, to })
  }
  return [...graphs.keys()].toSorted().flatMap((folder) => circlesOf(folder, graphs.get(folder) ?? new Map()))
}

/**
 * @param {string} folder
 * @param {Map<string, Map<string, Import>>} graph
 * @returns {Circle[]}
 */
function circlesOf(folder, graph) {
  const reached = new Map([...graph.keys()].map((entry) => [entry, reachableFrom(entry, graph)]))
  const reaches = (/** @type {string} */ from, /** @type {string} */ to) =>
    reached.get(from)?.has(to) ?? false
  const rest = new Set([...graph.keys()].toSorted().filter((entry) => reaches(entry, entry)))
  const circles = []
  for (const entry of rest) {
    const entries = [...rest].filter((other) => reaches(entry, other) && reaches(other, entry))
    for (const one of entries) rest.delete(one)
    const imports = entries.flatMap((from) => entries.flatMap((to) => graph.get(from)?.get(to) ?? []))
    circles.push({ folder, entries, imports })
  }
  return circles
}

/**
 * The entries that `start` imports, directly or through others.
 * @param {string} start
 * @param {Map<string, Map<string, Import>>} graph
 * @returns {Set<string>}
 */
function reachableFrom(start, graph) {
  const seen = new Set()
  const waiting = [start]
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    for (const next of graph.get(entry)?.keys() ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      waiting.push(next)
    }
  }
  return seen
}
