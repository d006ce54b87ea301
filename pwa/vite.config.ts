// Builds the app shell, its lazy chunks and the service worker. Proxies the API in development.
import { fileURLToPath } from 'node:url'

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

import { adminsCode, fileNameOf } from './scripts/admins-code.ts'
import { BROWSERS } from './scripts/browsers.ts'
import { classicStart } from './scripts/classic-start.ts'
import { lighterLibraries, lighterModules } from './scripts/lighter-libraries.ts'
import { version } from './scripts/version.ts'

/**
 * The server replaces this placeholder: in the document by the name, and in the service worker by a hash of
 * the inserted values.
 */
const PRODUCT_NAME = '%PRODUCT_NAME%'
const API = process.env['PULSEBOARD_API'] ?? 'http://127.0.0.1:8000'

// Modules that always load together are in one chunk, because that compresses 10 kB better than many small
// ones. A chunk includes its imports, so no module of `base` may import dexie or radix-ui.
const base = [
  ...['react', 'react-dom', 'scheduler', 'react-router'].map((name) => `/node_modules/${name}/`),
  ...['time/clock', 'failures', 'first-paint', 'lazy-module', 'product', 'storage', 'store'].map(
    (name) => `/src/lib/${name}.`,
  ),
  ...[
    'api/server-fetch.',
    'api/auth/auth.',
    'api/auth/storage.',
    'app/error-boundary.',
    'app/routes/last-dashboard.',
    'app/install/install.',
    'app/device/storage-cookie.',
    'app/landing.',
    'app/device/lost-data-note.',
    'app/paths.',
    'app/session/session.',
    'app/session/unsent-work.',
    'app/updates/stale-chunks.',
  ].map((path) => `/src/${path}`),
  ...[
    'brand/logo',
    'brand/site-logo',
    'button',
    'cx',
    'feedback/alert',
    'feedback/empty-state',
    'spinner',
    'feedback/toast',
    'lazy-component',
    'lucide-icon',
    'theme/theme',
  ].map((name) => `/src/ui/${name}.`),
]
const shell = [
  '/node_modules/dexie',
  ...[
    'db/',
    'lib/time/jitter',
    'lib/text/client-errors',
    'lib/text/times',
    'lib/ids/',
    'live/live',
    'live/own-client',
    'live/view',
    'sync/',
    'app/device/device.',
    'app/shell/screen-placeholder',
    'app/shell/shell',
    'ui/badge',
    'ui/feedback/load-error',
    'ui/feedback/skeleton',
  ].map((path) => `/src/${path}`),
]
/** The sign-in form as one chunk. Other forms import the shared modules from it. */
const signIn = [
  ...[
    'auth-form',
    'auth-layout',
    'auth-screen',
    'other-methods',
    'pulse-panel',
    'remote',
    'rules',
    'text-link',
  ].map((name) => `/src/features/auth/${name}.`),
  ...[
    'api/auth/sign-in-methods',
    'api/auth/error-text',
    'api/auth/call-library',
    'lib/validation/email',
    'lib/validation/password',
    'ui/brand/google-mark',
    'ui/form/password-field',
    'ui/form/text-field',
    'ui/form/use-submit',
  ].map((path) => `/src/${path}.`),
]
/**
 * A client's dashboard as one chunk, because each additional file slows a start as much as 2 kB. Its modules
 * must not await other modules.
 */
const home = ['/src/app/routes/home/client-home.', '/src/features/billing/home-parts.']
/**
 * Modules that are loaded on demand: for a device's first rows, in a browser that cannot store data, or on a
 * user's action.
 */
const onDemand = [
  'sync/replica/bootstrap.',
  'sync/replica/first-pages.',
  'db/memory-replica.',
  'db/cached-dashboard.',
  'sync/outbox/enqueue.',
  'sync/outbox/request-flush.',
  'synced/messaging/actions.',
  'synced/messaging/endpoints.',
  'synced/messaging/requests.',
  'synced/messaging/send-with-file.',
  'sync/replica/held-threads.',
  'sync/replica/apply-response.',
  'sync/outbox/store-response.',
  'sync/outbox/attempt.',
  'sync/outbox/outbox.',
  'sync/outbox/state-machine.',
  'sync/outbox/store.',
  'sync/replica/revert-provisional.',
].map((path) => `/src/${path}`)
/**
 * Chunks that no import needs to preload, because they are loaded before any dynamic import, or by the page's
 * script.
 */
const ALWAYS_LOADED = /^assets\/(?:base|rolldown-runtime|index|shell|dashboard|admin-only|home|client-home)-/
/**
 * Entry chunks. A first visit must preload their imports. The service worker caches the imports of all other
 * chunks.
 */
const ENTRY_CHUNKS = /^assets\/(?:auth|shell|messaging|dashboard|client-home|desk\/admin-home)-/
const preloadsOf = (file: string, needed: string[]) =>
  needed.filter((one) => !ALWAYS_LOADED.test(one) && (ENTRY_CHUNKS.test(file) || one.endsWith('.css')))
/** Tailwind's second copy of every @property rule, for browsers that are older than our targets. */
const FOR_OLD_BROWSERS = /@layer properties\{@supports .*?\}\}\}/s
/**
 * Tailwind's test for color-mix(), which all our targets support. Only the test is removed; the rules inside
 * stay.
 */
const COLOR_MIX = /@supports \(color:color-mix\(in lab, ?red, ?red\)\)\{([^{}]+\{[^{}]*\})\}/g
const removeOldCss = (file: { type: string; source?: string | Uint8Array }) => {
  if (file.type === 'asset' && typeof file.source === 'string')
    file.source = file.source.replace(FOR_OLD_BROWSERS, '').replace(COLOR_MIX, '$1')
}
/**
 * The groups of `classicStart` in the order of loading: base and entry, the dashboard's frame, and a client's
 * dashboard.
 */
const START = {
  start: ['rolldown-runtime', 'base', 'index'],
  inside: ['shell', 'dashboard', 'admin-only'],
  'own-home': ['home', 'client-home', 'home-parts'],
}
const includesOne = (parts: string[], id: string) => parts.some((part) => id.includes(part))
const oneOf = (parts: string[]) => (id: string) => includesOne(parts, id) && !includesOne(onDemand, id)

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  define: { __BUILD__: JSON.stringify(version()) },
  plugins: [
    react(),
    tailwindcss(),
    ...lighterLibraries,
    {
      name: 'product-name-in-development',
      apply: 'serve',
      transformIndexHtml: (html) =>
        html.replaceAll(PRODUCT_NAME, process.env['PRODUCT_NAME'] ?? 'Pulseboard'),
    },
    {
      name: 'remove-old-css',
      enforce: 'post',
      generateBundle: (_options, bundle) => Object.values(bundle).forEach(removeOldCss),
    },
    adminsCode,
    classicStart(START),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/service-worker',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        // Build a classic script, because modules that the worker shares with pages have dynamic imports,
        // which use `import.meta` in ESM.
        rollupFormat: 'iife',
        globPatterns: ['**/*.{js,css,html}', 'favicon.svg'],
        globIgnores: ['sw.js'],
        // Include the name in the revision, so that devices load the document again when the name has
        // changed.
        manifestTransforms: [
          (manifest) => ({
            manifest: manifest.map((file) =>
              file.url === 'index.html'
                ? { ...file, revision: `${file.revision ?? ''}${PRODUCT_NAME}` }
                : file,
            ),
          }),
        ],
      },
    }),
  ],
  resolve: { alias: lighterModules },
  build: {
    ...BROWSERS,
    manifest: true,
    modulePreload: { polyfill: false, resolveDependencies: preloadsOf },
    assetsInlineLimit: 0, // the CSP allows no data: scripts
    rolldownOptions: {
      output: {
        chunkFileNames: fileNameOf,
        codeSplitting: {
          groups: [
            { name: 'base', test: oneOf(base), priority: 3 },
            { name: 'shell', test: oneOf(shell), priority: 2 },
            { name: 'form', test: oneOf(signIn), priority: 1 },
            { name: 'home', test: oneOf(home), priority: 0 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/auth/v1': API,
      '/functions': API,
      '/rest': API,
      '/health': API,
      '/theme.css': API,
      '/realtime': { target: API, ws: true },
    },
  },
})
