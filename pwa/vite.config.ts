// Builds the app shell, its lazy chunks and the service worker; proxies the API in development.
import { fileURLToPath } from 'node:url'

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

import packageJson from './package.json' with { type: 'json' }

const API = process.env['PULSEBOARD_API'] ?? 'http://127.0.0.1:8000'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  define: { __BUILD__: JSON.stringify(packageJson.version) },
  plugins: [
    react(),
    tailwindcss(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/service-worker',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html}', 'icons/*.{png,svg}', 'favicon.svg'],
        globIgnores: ['sw.js'],
      },
    }),
  ],
  build: {
    target: 'es2023',
    manifest: true,
    // A strict CSP forbids data: scripts and inline module preload helpers stay out of the page.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
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
