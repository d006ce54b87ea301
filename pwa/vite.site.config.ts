// Builds the public site after the app and without the app's code: pages as HTML with their styles, and one
// small script.
import { fileURLToPath } from 'node:url'

import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin, runnerImport } from 'vite'

import { BROWSERS } from './scripts/browsers.ts'

type Pages = { render: (built: { script: string; styles: string }) => Record<string, string> }

/**
 * Writes each page to site/<name>.html. The server fills the page's placeholders and serves it
 * (platform/website).
 */
function pagesAsHtml(): Plugin {
  return {
    name: 'pages-as-html',
    async generateBundle(_, bundle) {
      const { module } = await runnerImport<Pages>('./src/site/pages.tsx', {
        configFile: false,
        logLevel: 'error',
      })
      const built = { script: '', styles: '' }
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && file.isEntry) built.script = `/${file.fileName}`
        if (file.type === 'asset' && file.fileName.endsWith('.css')) {
          built.styles += file.source.toString()
          Reflect.deleteProperty(bundle, file.fileName)
        }
      }
      for (const [name, source] of Object.entries(module.render(built))) {
        this.emitFile({ type: 'asset', fileName: `site/${name}.html`, source })
      }
    },
  }
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  plugins: [tailwindcss(), pagesAsHtml()],
  build: {
    ...BROWSERS,
    emptyOutDir: false,
    modulePreload: false,
    rolldownOptions: { input: { site: 'src/site/start.ts' } },
  },
})
