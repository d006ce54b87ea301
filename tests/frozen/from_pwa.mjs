// Lets the programs of tests/ find packages where the client has them: in pwa/, the working directory.
import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const pwa = pathToFileURL(path.resolve('package.json')).href
const here = new URL('..', import.meta.url).href

registerHooks({
  resolve(name, context, next) {
    const isPackage = !name.startsWith('.') && context.parentURL?.startsWith(here)
    return next(name, isPackage ? { ...context, parentURL: pwa } : context)
  },
})
