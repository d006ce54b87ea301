// Turns the chunks that every start needs into classic scripts. Chromium caches the compiled code of scripts
// that the service worker stores at its installation, and reads it off the main thread, but only for classic
// scripts. When the chunks were modules, Chromium parsed and compiled 1,500 functions again at each start.
import { createHash } from 'node:crypto'

import type { Plugin, Rolldown } from 'vite'

type Program = ReturnType<Rolldown.PluginContext['parse']>

/**
 * The chunk names of each group. A group loads as one script, and may import only from itself and earlier
 * groups.
 */
export type Groups = Record<string, readonly string[]>

/** The global object through which scripts and modules import from each other. */
const PARTS = 'globalThis.__parts'
const OF = `${PARTS}.of`
/** Part of the hash of all chunks. Change it when this plugin changes its output for the same chunks. */
const SALT = 'classic-start-1'

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
const quoted = (text: string): string => JSON.stringify(text)

/** The page loads the first group's script. Each other group loads when one of its chunks is imported. */
export function classicStart(groups: Groups): Plugin {
  return {
    name: 'classic-start',
    apply: 'build',
    enforce: 'post',
    augmentChunkHash: () => SALT,
    // Run after Vite has added each chunk's preloads.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const [first = '', ...later] = Object.keys(groups)
        const members = chunksOf(groups, bundle)
        const groupOf = new Map(
          [...members].flatMap(([group, chunks]) =>
            chunks.map((chunk) => [nameOf(chunk.fileName), group] as const),
          ),
        )
        const files = new Map<string, string>()
        const write = (group: string, head: string) => {
          const code = `"use strict";(()=>{${head}${(members.get(group) ?? []).map((chunk) => inScript(chunk, this.parse(chunk.code), groupOf)).join('')}})();`
          const fileName = `assets/${group}-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`
          this.emitFile({ type: 'asset', fileName, source: code })
          files.set(group, `/${fileName}`)
        }
        for (const group of later) write(group, '')
        write(first, loader(later.map((group) => [group, files.get(group) ?? ''])))
        for (const [group, chunks] of members) {
          for (const chunk of chunks) chunk.code = asModule(chunk, group === first ? null : group)
        }
        for (const file of Object.values(bundle)) {
          if (file.type === 'asset' && file.fileName === 'index.html')
            file.source = withScript(file.source.toString(), files.get(first) ?? '')
        }
        this.emitFile({
          type: 'asset',
          fileName: '.vite/start.json',
          source: JSON.stringify(Object.fromEntries(files)),
        })
      },
    },
  }
}

/** The chunks of each group. Each chunk comes after the chunks that it imports. */
function chunksOf(groups: Groups, bundle: Rolldown.OutputBundle): Map<string, Rolldown.OutputChunk[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const taken = new Set<string>()
  return new Map(
    Object.entries(groups).map(([group, names]) => {
      const groupChunks = new Map(
        chunks.filter(({ name }) => names.includes(name)).map((chunk) => [chunk.fileName, chunk]),
      )
      const inOrder: Rolldown.OutputChunk[] = []
      const take = (fileName: string, by: string) => {
        const chunk = groupChunks.get(fileName)
        if (taken.has(fileName)) return
        if (chunk === undefined)
          throw new Error(
            `${by} of the group ${group} imports ${fileName}, which is in no group before it (vite.config.ts).`,
          )
        taken.add(fileName)
        for (const imported of chunk.imports) take(imported, fileName)
        inOrder.push(chunk)
      }
      for (const fileName of groupChunks.keys()) take(fileName, fileName)
      return [group, inOrder]
    }),
  )
}

/**
 * The code of the loader. `need` loads a group and all groups before it once, and retries after a failure.
 * `of` contains the exports of each chunk.
 */
function loader(later: [string, string][]): string {
  return `const L={},F=${JSON.stringify(Object.fromEntries(later))},N=Object.keys(F);
const load=g=>L[g]??=new Promise((done,failed)=>{const s=document.createElement("script");s.async=false;s.src=F[g];s.onload=done;s.onerror=()=>{L[g]=undefined;s.remove();const e=new Event("vite:preloadError",{cancelable:true});dispatchEvent(e);e.defaultPrevented||failed(new Error("Failed to fetch "+F[g]))};document.head.append(s)});
const need=g=>Promise.all(N.slice(0,N.indexOf(g)+1).map(load));
${PARTS}={of:{},need};`
}

/** The code that runs a chunk in a function of its own and stores the chunk's exports in `of`. */
function inScript(chunk: Rolldown.OutputChunk, program: Program, groupOf: Map<string, string>): string {
  const exports: string[] = []
  let body = ''
  let from = 0
  let before = ''
  const cut = (node: { start: number; end: number }) => {
    body += chunk.code.slice(from, node.start)
    from = node.end
  }
  for (const node of program.body) {
    if (node.type === 'ImportDeclaration') {
      cut(node)
      const taken = node.specifiers.map((one) => {
        if (one.type !== 'ImportSpecifier') throw new Error(`${chunk.fileName} imports a whole namespace.`)
        return `${nameOfNode(one.imported)}:${one.local.name}`
      })
      if (taken.length > 0) before += `const{${taken.join()}}=${OF}[${quoted(nameOf(node.source.value))}];`
    } else if (node.type === 'ExportNamedDeclaration' && node.declaration === null) {
      cut(node)
      const holder = node.source === null ? '' : `${OF}[${quoted(nameOf(node.source.value))}].`
      for (const one of node.specifiers)
        exports.push(`${nameOfNode(one.exported)}:${holder}${nameOfNode(one.local)}`)
    } else if (node.type.startsWith('Export')) {
      throw new Error(`${chunk.fileName} has an export that this plugin does not support: ${node.type}.`)
    }
  }
  body += chunk.code.slice(from)
  const own = nameOf(chunk.fileName)
  return `${OF}[${quoted(own)}]=(()=>{${before}${withoutModule(body, own, groupOf)}\nreturn{${exports.join()}}})();`
}

function nameOfNode(node: { type: string; name?: string; value?: unknown }): string {
  return node.type === 'Identifier' ? (node.name ?? '') : quoted(String(node.value))
}

const DYNAMIC = /\bimport\(([`'"])\.\/([^`'"]+)\1\)/g

/** Replaces syntax that only modules allow: dynamic imports of grouped chunks and `import.meta`. */
function withoutModule(code: string, own: string, groupOf: Map<string, string>): string {
  const script = code
    .replaceAll(DYNAMIC, (all, _quote: string, file: string) => {
      const group = groupOf.get(file)
      return group === undefined ? all : `${PARTS}.need(${quoted(group)}).then(()=>${OF}[${quoted(file)}])`
    })
    .replaceAll('import.meta.resolve', 'void 0')
    .replaceAll('import.meta.url', 'location.href')
  if (script.includes('import.meta'))
    throw new Error(`${own} uses import.meta, which a classic script does not support.`)
  return script
}

/** The code of the module that replaces the chunk. It re-exports the chunk's exports from the script. */
function asModule(chunk: Rolldown.OutputChunk, group: string | null): string {
  const exported = chunk.exports.map((name, index) => [name, `v${index}`] as const)
  const ready = group === null ? '' : `await ${PARTS}.need(${quoted(group)});`
  const taken = `const{${exported.map(([name, local]) => `${name}:${local}`).join()}}=${OF}[${quoted(nameOf(chunk.fileName))}];`
  return `${ready}${taken}export{${exported.map(([name, local]) => `${local} as ${name}`).join()}};\n`
}

const ENTRY = /<script type="module" crossorigin src="[^"]+"><\/script>/

function withScript(html: string, script: string): string {
  if (!ENTRY.test(html)) throw new Error('index.html has no entry to replace.')
  return html.replace(ENTRY, `<script defer src="${script}"></script>`)
}
