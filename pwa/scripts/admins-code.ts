// Puts the code of the admins' pages into a folder of its own, which the server opens to nobody else.
import type { Plugin, Rolldown } from 'vite'

/** As the server knows it: platform/server/admin_bundle.py. */
const PLACE = 'assets/desk'
const PAGE = /\/src\/app\/routes\/admin\/[^/]+\.tsx$/
const ROOMS = /\/src\/(?:features\/(?:clients|website)|app\/view-as)\//
const MIXED = /\/src\/features\/(?:chatbots\/(?:management|dev-docs)\/|notifications\/(?:use-)?weekly-mail)/
/** These do not say whose a chunk is: they travel with whoever uses them. */
const ANYWHERE = /\/node_modules\/|\/src\/(?:api|db|lib|live|ui)\/|\/src\/features\/chatbots\/(?!index)/

const isAdmins = (id: string) => [PAGE, ROOMS, MIXED].some((place) => place.test(id))

export function fileNameOf({ moduleIds }: Rolldown.PreRenderedChunk): string {
  const known = moduleIds.filter((id) => isAdmins(id) || !ANYWHERE.test(id))
  return known.length > 0 && known.every(isAdmins) ? `${PLACE}/[name]-[hash].js` : 'assets/[name]-[hash].js'
}

/** Fails where a page for everybody would need what only admins get, or where an admins' page is everybody's. */
export const adminsCode: Plugin = {
  name: 'admins-code',
  apply: 'build',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      const kept = chunk.fileName.startsWith(`${PLACE}/`)
      const needed = chunk.imports.filter((file) => file.startsWith(`${PLACE}/`))
      if (!kept && needed.length > 0) throw new Error(`${chunk.fileName} is everybody's and needs ${needed.join()} (scripts/admins-code.ts).`)
      if (!kept && PAGE.test(chunk.facadeModuleId ?? '')) throw new Error(`${chunk.fileName} is an admins' page and everybody's (scripts/admins-code.ts).`)
    }
  },
}
