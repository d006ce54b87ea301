// Turns the pieces that every start needs into classic scripts. Chromium keeps compiled code of the service worker's
// scripts from its installation on, and reads it beside the page's thread, but of classic scripts alone: as modules
// they were parsed and compiled anew at each start, 1,500 functions of them.
import { createHash } from 'node:crypto'

import type { Plugin, Rolldown } from 'vite'

type Program = ReturnType<Rolldown.PluginContext['parse']>

/** What is loaded together: the names of its chunks. What a group imports stands in it or before it. */
export type Groups = Record<string, readonly string[]>

/** Where the scripts find each other, and modules find them. */
const PARTS = 'globalThis.__parts'
const OF = `${PARTS}.of`
/** In the names of all chunks: another one whenever the same chunks become other files here. */
const SALT = 'classic-start-1'

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
const quoted = (text: string): string => JSON.stringify(text)

/** The script that the page names is that of the first group; the others load when something of them is asked for. */
export function classicStart(groups: Groups): Plugin {
  return {
    name: 'classic-start',
    apply: 'build',
    enforce: 'post',
    augmentChunkHash: () => SALT,
    // After Vite has named what each piece preloads.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const [first = '', ...later] = Object.keys(groups)
        const members = chunksOf(groups, bundle)
        const groupOf = new Map([...members].flatMap(([group, chunks]) => chunks.map((chunk) => [nameOf(chunk.fileName), group] as const)))
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
          if (file.type === 'asset' && file.fileName === 'index.html') file.source = named(file.source.toString(), files.get(first) ?? '')
        }
        this.emitFile({ type: 'asset', fileName: '.vite/start.json', source: JSON.stringify(Object.fromEntries(files)) })
      },
    },
  }
}

/** The chunks of each group, those that others import before them. */
function chunksOf(groups: Groups, bundle: Rolldown.OutputBundle): Map<string, Rolldown.OutputChunk[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const done = new Set<string>()
  return new Map(
    Object.entries(groups).map(([group, names]) => {
      const mine = new Map(chunks.filter(({ name }) => names.includes(name)).map((chunk) => [chunk.fileName, chunk]))
      const inOrder: Rolldown.OutputChunk[] = []
      const take = (fileName: string, by: string) => {
        const chunk = mine.get(fileName)
        if (done.has(fileName)) return
        if (chunk === undefined) throw new Error(`${by} of the group ${group} imports ${fileName}, which is in no group before it (vite.config.ts).`)
        done.add(fileName)
        for (const imported of chunk.imports) take(imported, fileName)
        inOrder.push(chunk)
      }
      for (const fileName of mine.keys()) take(fileName, fileName)
      return [group, inOrder]
    }),
  )
}

/** `need` loads a group and all before it, once, again after a failure; `of` has what each chunk exports. */
function loader(later: [string, string][]): string {
  return `const L={},F=${JSON.stringify(Object.fromEntries(later))},N=Object.keys(F);
const load=g=>L[g]??=new Promise((done,failed)=>{const s=document.createElement("script");s.async=false;s.src=F[g];s.onload=done;s.onerror=()=>{L[g]=undefined;s.remove();const e=new Event("vite:preloadError",{cancelable:true});dispatchEvent(e);e.defaultPrevented||failed(new Error("Failed to fetch "+F[g]))};document.head.append(s)});
const need=g=>Promise.all(N.slice(0,N.indexOf(g)+1).map(load));
${PARTS}={of:{},need};`
}

/** A chunk as a function of its own, which leaves what it exports there. */
function inScript(chunk: Rolldown.OutputChunk, program: Program, groupOf: Map<string, string>): string {
  const given: string[] = []
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
        return `${wordOf(one.imported)}:${one.local.name}`
      })
      if (taken.length > 0) before += `const{${taken.join()}}=${OF}[${quoted(nameOf(node.source.value))}];`
    } else if (node.type === 'ExportNamedDeclaration' && node.declaration === null) {
      cut(node)
      const holder = node.source === null ? '' : `${OF}[${quoted(nameOf(node.source.value))}].`
      for (const one of node.specifiers) given.push(`${wordOf(one.exported)}:${holder}${wordOf(one.local)}`)
    } else if (node.type.startsWith('Export')) {
      throw new Error(`${chunk.fileName} exports in a way that is not foreseen here: ${node.type}.`)
    }
  }
  body += chunk.code.slice(from)
  const own = nameOf(chunk.fileName)
  return `${OF}[${quoted(own)}]=(()=>{${before}${withoutModule(body, own, groupOf)}\nreturn{${given.join()}}})();`
}

function wordOf(node: { type: string; name?: string; value?: unknown }): string {
  return node.type === 'Identifier' ? (node.name ?? '') : quoted(String(node.value))
}

const DYNAMIC = /\bimport\(([`'"])\.\/([^`'"]+)\1\)/g

/** What only a module may say, said otherwise. */
function withoutModule(code: string, own: string, groupOf: Map<string, string>): string {
  const said = code
    .replaceAll(DYNAMIC, (all, _quote: string, file: string) => {
      const group = groupOf.get(file)
      return group === undefined ? all : `${PARTS}.need(${quoted(group)}).then(()=>${OF}[${quoted(file)}])`
    })
    .replaceAll('import.meta.resolve', 'void 0')
    .replaceAll('import.meta.url', 'location.href')
  if (said.includes('import.meta')) throw new Error(`${own} asks for import.meta, which a classic script has not.`)
  return said
}

/** What modules find in the chunk's place: the same exports, of the script. */
function asModule(chunk: Rolldown.OutputChunk, group: string | null): string {
  const exported = chunk.exports.map((name, index) => [name, `v${index}`] as const)
  const ready = group === null ? '' : `await ${PARTS}.need(${quoted(group)});`
  const taken = `const{${exported.map(([name, local]) => `${name}:${local}`).join()}}=${OF}[${quoted(nameOf(chunk.fileName))}];`
  return `${ready}${taken}export{${exported.map(([name, local]) => `${local} as ${name}`).join()}};\n`
}

const ENTRY = /<script type="module" crossorigin src="[^"]+"><\/script>/

function named(html: string, script: string): string {
  if (!ENTRY.test(html)) throw new Error('index.html has no entry to replace.')
  return html.replace(ENTRY, `<script defer src="${script}"></script>`)
}
