// The lint rules of this project.
import { defineConfig } from 'oxlint'

import { bans } from './lint/bans.ts'
import { rules } from './lint/rules.ts'

export default defineConfig({
  ignorePatterns: ['dist', 'node_modules', 'src/**/*.gen.ts', '.dependency-cruiser.cjs'],
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  plugins: ['typescript', 'react'],
  jsPlugins: ['./lint/plugin.js'],
  categories: { correctness: 'error' },
  env: { browser: true, es2024: true },
  rules: {
    ...rules,
    ...bans({}),
    'pulseboard/retired-words': 'error',
    // It warns of libraries that the React Compiler skips; this project does not use the compiler.
    'react/incompatible-library': 'off',
    // The boundary resets its error after a navigation, and by no other update.
    'react/no-did-update-set-state': 'off',
  },
  overrides: [
    { files: ['src/api/**/*.ts'], rules: bans({ fetch: true }) },
    // Fields of stored rows and drafts keep their names: a rename needs a new Dexie version.
    {
      files: ['src/db/rows/**', 'src/features/reports/videos/stored-draft.ts'],
      rules: { 'pulseboard/retired-words': 'off' },
    },
    { files: ['src/lib/storage.ts'], rules: bans({ storage: true }) },
    { files: ['src/lib/time/clock.ts'], rules: bans({ clock: true }) },
    { files: ['src/lib/text/**/*.ts'], rules: bans({ formats: true }) },
    { files: ['src/db/*.ts'], rules: bans({ follow: true }) },
    {
      files: ['src/**/*.test.{ts,tsx}', 'src/testing/**'],
      rules: bans({ storage: true, fetch: true, clock: true, formats: true, follow: true }),
    },
    // In these files JSON.parse returns any, and typed rules ignore JSDoc casts; tsc checks the files.
    {
      files: ['scripts/**', 'lint/*.js'],
      rules: {
        'no-console': 'off',
        'typescript/no-confusing-void-expression': 'off',
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
        'typescript/restrict-template-expressions': 'off',
      },
    },
    { files: ['./*.ts'], rules: { 'no-console': 'off' } },
  ],
})
