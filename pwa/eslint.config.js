// The lint rules of this project; every message says what to use instead.
import js from '@eslint/js'
import { defineConfig } from 'eslint/config'
import reactHooks from 'eslint-plugin-react-hooks'
import globals from 'globals'
import tseslint from 'typescript-eslint'

import { retiredWords } from './eslint-words.js'

const storageMessage = 'Use lib/storage.ts, which handles blocked and full browser storage.'
const fetchMessage =
  'Call the typed client in api/ instead of fetch, because it adds the session, the timeout and the error kinds.'
const clockMessage =
  'The device clock may be wrong: use serverNow() and, for durations, steady() of lib/clock.ts.'
const confirmMessage = 'Use Dialog of ui/overlay/dialog.tsx, which can be styled, tested and closed with Esc.'

const clockSyntax = [
  { selector: "MemberExpression[object.name='Date'][property.name='now']", message: clockMessage },
  { selector: "MemberExpression[object.name='performance'][property.name='now']", message: clockMessage },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: clockMessage },
  { selector: "CallExpression[callee.name='Date']", message: clockMessage },
  // Without an argument the formatter uses the device clock.
  {
    selector: 'CallExpression[callee.property.name=/^format(ToParts)?$/][arguments.length=0]',
    message: clockMessage,
  },
]
const formatMessage =
  'Use times.ts, days.ts, numbers.ts or zones.ts of lib/text: one form of dates and numbers, in the reader’s locale and zone.'
const formatSyntax = [
  { selector: "MemberExpression[object.name='Intl']", message: formatMessage },
  {
    selector: 'CallExpression[callee.property.name=/^to(Locale(Date|Time)?|Date|Time|UTC)String$/]',
    message: formatMessage,
  },
]
const anySyntax = [
  {
    selector: 'TSAnyKeyword',
    message: 'any disables the type checker: use unknown and narrow it, or a generic.',
  },
]
const storageGlobals = [
  { name: 'localStorage', message: storageMessage },
  { name: 'sessionStorage', message: storageMessage },
]
const fetchGlobals = [
  { name: 'fetch', message: fetchMessage },
  { name: 'XMLHttpRequest', message: fetchMessage },
]
const confirmGlobals = ['confirm', 'alert', 'prompt'].map((name) => ({ name, message: confirmMessage }))
const confirmProperties = ['confirm', 'alert', 'prompt'].map((property) => ({
  object: 'window',
  property,
  message: confirmMessage,
}))
const storageProperties = ['localStorage', 'sessionStorage'].flatMap((property) =>
  ['window', 'globalThis', 'self'].map((object) => ({ object, property, message: storageMessage })),
)
const fetchProperties = ['window', 'globalThis', 'self'].map((object) => ({
  object,
  property: 'fetch',
  message: fetchMessage,
}))

/**
 * The banned globals, properties and syntax, without those that a folder may use.
 * @param {{ fetch?: boolean, storage?: boolean, clock?: boolean, formats?: boolean }} allowed
 * @returns {import('eslint').Linter.RulesRecord}
 */
function bans(allowed) {
  return {
    'no-restricted-globals': [
      'error',
      ...(allowed.fetch ? [] : fetchGlobals),
      ...(allowed.storage ? [] : storageGlobals),
      ...confirmGlobals,
    ],
    'no-restricted-properties': [
      'error',
      ...(allowed.fetch ? [] : fetchProperties),
      ...(allowed.storage ? [] : storageProperties),
      ...confirmProperties,
    ],
    'no-restricted-syntax': [
      'error',
      ...(allowed.clock ? [] : clockSyntax),
      ...(allowed.formats ? [] : formatSyntax),
      ...anySyntax,
    ],
  }
}

export default defineConfig(
  { ignores: ['dist', 'node_modules', 'src/**/*.gen.ts', '.dependency-cruiser.cjs'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { pulseboard: { rules: { 'retired-words': retiredWords } } },
    rules: {
      ...bans({}),
      'pulseboard/retired-words': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      'no-console': ['error', { allow: ['warn', 'error'] }],
      eqeqeq: 'error',
      'max-lines': ['error', 250],
    },
  },
  { files: ['src/**/*.{ts,tsx}'], ...reactHooks.configs.flat.recommended },
  // This rule warns of libraries that the React Compiler skips; this project does not use the compiler.
  { files: ['src/**/*.tsx'], rules: { 'react-hooks/incompatible-library': 'off' } },
  { files: ['src/api/**/*.ts'], rules: bans({ fetch: true }) },
  // Fields of stored rows and drafts keep their names: a rename needs a new Dexie version.
  {
    files: ['src/db/rows/**', 'src/features/reports/videos/stored-draft.ts'],
    rules: { 'pulseboard/retired-words': 'off' },
  },
  { files: ['src/lib/storage.ts'], rules: bans({ storage: true }) },
  { files: ['src/lib/clock.ts'], rules: bans({ clock: true }) },
  { files: ['src/lib/text/**/*.ts'], rules: bans({ formats: true }) },
  {
    files: ['src/**/*.test.{ts,tsx}', 'src/testing/**'],
    rules: bans({ storage: true, fetch: true, clock: true, formats: true }),
  },
  // In these files JSON.parse returns any, and typed rules ignore JSDoc casts; tsc checks the files.
  { files: ['scripts/**', 'eslint-words.js'], ...tseslint.configs.disableTypeChecked },
  {
    files: ['*.{js,ts}', 'scripts/**'],
    languageOptions: { globals: globals.node },
    rules: { 'no-console': 'off' },
  },
)
