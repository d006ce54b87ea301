// Builds the app shell, its lazy chunks and the service worker; proxies the API in development.
import { fileURLToPath } from 'node:url'

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

import packageJson from './package.json' with { type: 'json' }

// The product's name, in every place the front end shows it.
const PRODUCT_NAME = process.env['PRODUCT_NAME'] ?? 'Pulseboard'
const API = process.env['PULSEBOARD_API'] ?? 'http://127.0.0.1:8000'

// What every page needs travels in one piece: it packs 7 kB better than many small ones. Nothing of it may import
// dexie or radix-ui, which would come along.
const BASE =
  /node_modules\/(?:react|react-dom|scheduler|react-router)\/|\/src\/lib\/|\/src\/ui\/(?:cx|alert|button|empty-state|logo|pulse-path|spinner|theme|toast)\b/

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  define: { __BUILD__: JSON.stringify(packageJson.version), __PRODUCT_NAME__: JSON.stringify(PRODUCT_NAME) },
  plugins: [
    react(),
    tailwindcss(),
    { name: 'product-name', transformIndexHtml: (html) => html.replaceAll('%PRODUCT_NAME%', PRODUCT_NAME) },
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/service-worker',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html}', 'favicon.svg'],
        globIgnores: ['sw.js'],
      },
    }),
  ],
  // Dexie's modern build: no ES5 left-overs. One copy for everybody who imports it.
  resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }] },
  build: {
    target: 'es2023',
    // light-dark() and nesting stay as they are written.
    cssTarget: ['chrome125', 'safari17.5', 'firefox128'],
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the CSP allows no data: scripts
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'base', test: BASE }],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/auth/v1': API,
      '/rest': API,
      '/health': API,
      '/realtime': { target: API, ws: true },
    },
  },
})
