// Two test worlds: plain logic runs in Node, screens (*.test.tsx) in jsdom; both have IndexedDB.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  define: { __BUILD__: JSON.stringify('0.0.0-test'), __PRODUCT_NAME__: JSON.stringify('Pulseboard') },
  test: {
    testTimeout: 30_000,
    // A world of its own for each file, without a process of its own: a third of the processor time.
    pool: 'vmThreads',
    projects: [
      {
        extends: true,
        test: {
          name: 'logic',
          environment: 'node',
          // Uploads are those of browsers, also here.
          alias: { 'tus-js-client': 'tus-js-client/lib.es5/browser/index.js' },
          include: ['src/**/*.test.ts'],
          setupFiles: ['src/testing/setup/indexeddb.ts'],
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'screens',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['src/testing/setup/indexeddb.ts', 'src/testing/setup/screens.ts'],
          // As browser tests: what fails on the timing of a busy machine is tried once more, and the output names it.
          retry: 1,
        },
      },
    ],
  },
})
