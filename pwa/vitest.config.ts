// Two test projects: logic (*.test.ts) runs in Node, screens (*.test.tsx) in jsdom. Both have IndexedDB.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  define: { __BUILD__: JSON.stringify('0.0.0-test') },
  test: {
    testTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
    // The default leaves one core free, so it would use only one of two cores.
    maxWorkers: '100%',
    // This pool isolates each file without a separate process, so it needs a third of the CPU time.
    pool: 'vmThreads',
    projects: [
      {
        extends: true,
        test: {
          name: 'logic',
          environment: 'node',
          // Use the browser's version of tus in Node too.
          alias: { 'tus-js-client': 'tus-js-client/lib.es5/browser/index.js' },
          include: ['src/**/*.test.ts'],
          setupFiles: ['src/testing/setup/indexeddb.ts', 'src/testing/setup/synced.ts'],
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'screens',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['indexeddb', 'synced', 'screens'].map((name) => `src/testing/setup/${name}.ts`),
        },
      },
    ],
  },
})
