// Puts the code of the admin pages into a separate folder, which the server serves only to admins.
import type { Plugin, Rolldown } from 'vite'

/** The same folder as in platform/server/admin_bundle.py. */
const PLACE = 'assets/desk'
const PAGE = /\/src\/app\/routes\/admin\/[^/]+\.tsx$/
const ROOMS = /\/src\/(?:features\/(?:clients|website)|app\/view-as)\//
const MIXED = /\/src\/features\/(?:chatbots\/(?:management|dev-docs)\/|notifications\/(?:use-)?weekly-mail)/
/** Shared modules, which may be in any chunk, so they do not decide a chunk's folder. */
const ANYWHERE = /\/node_modules\/|\/src\/(?:api|db|lib|live|ui)\/|\/src\/features\/chatbots\/(?!index)/

const isAdmins = (id: string) => [PAGE, ROOMS, MIXED].some((place) => place.test(id))

export function fileNameOf({ moduleIds }: Rolldown.PreRenderedChunk): string {
  const known = moduleIds.filter((id) => isAdmins(id) || !ANYWHERE.test(id))
  return known.length > 0 && known.every(isAdmins) ? `${PLACE}/[name]-[hash].js` : 'assets/[name]-[hash].js'
}

/** Fails if a public chunk imports an admin chunk, or if an admin page is in a public chunk. */
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
