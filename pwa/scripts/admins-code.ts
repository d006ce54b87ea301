// Puts the code of the admin pages into a separate folder, which the server serves only to admins.
import type { Plugin, Rolldown } from 'vite'

/** The same folder as in platform/server/admin_bundle.py. */
const FOLDER = 'assets/desk'
const PAGE = /\/src\/app\/(?:routes\/admin\/[^/]+|shell\/keyboard\/palette)\.tsx$/
const ADMIN_MODULES = /\/src\/(?:features\/(?:clients|website)|app\/view-as)\//
const ADMIN_PARTS =
  /\/src\/features\/(?:chatbots\/(?:management|dev-docs)\/|notifications\/(?:use-)?weekly-mail)/
/** Shared modules. They may be in any chunk, so they do not decide a chunk's folder. */
const SHARED = /\/node_modules\/|\/src\/(?:api|db|lib|live|ui)\/|\/src\/features\/chatbots\/(?!index)/

const isAdminModule = (id: string) => [PAGE, ADMIN_MODULES, ADMIN_PARTS].some((place) => place.test(id))

export function fileNameOf({ moduleIds }: Rolldown.PreRenderedChunk): string {
  const decisive = moduleIds.filter((id) => isAdminModule(id) || !SHARED.test(id))
  return decisive.length > 0 && decisive.every(isAdminModule)
    ? `${FOLDER}/[name]-[hash].js`
    : 'assets/[name]-[hash].js'
}

/** Fails if a public chunk imports an admin chunk, or if an admin page is in a public chunk. */
export const adminsCode: Plugin = {
  name: 'admins-code',
  apply: 'build',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      const isAdminChunk = chunk.fileName.startsWith(`${FOLDER}/`)
      const needed = chunk.imports.filter((file) => file.startsWith(`${FOLDER}/`))
      if (!isAdminChunk && needed.length > 0)
        throw new Error(
          `${chunk.fileName} is public and imports the admin chunks ${needed.join()} (scripts/admins-code.ts).`,
        )
      if (!isAdminChunk && PAGE.test(chunk.facadeModuleId ?? ''))
        throw new Error(`${chunk.fileName} is an admin page in a public chunk (scripts/admins-code.ts).`)
    }
  },
}
