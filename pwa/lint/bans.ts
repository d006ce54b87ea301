// The globals, properties and syntax that only one folder may use; every message says what to use instead.
const storageMessage = 'Use lib/storage.ts, which handles blocked and full browser storage.'
const fetchMessage =
  'Call the typed client in api/ instead of fetch, because it adds the session, the timeout and the error kinds.'
const clockMessage =
  'The device clock may be wrong: use serverNow() and, for durations, steady() of lib/time/clock.ts.'
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
const followMessage =
  'Use useQuery of live/live.ts in a screen, and followQuery of db/follow.ts elsewhere: one module observes the replica.'
const followSyntax = [
  { selector: "ImportSpecifier[imported.name='liveQuery']", message: followMessage },
  { selector: "MemberExpression[property.name='storagemutated']", message: followMessage },
]
const importMessage =
  'Give the import a function of its own, or await it: Vite moves this then into its error handling, so that an error of the callback counts as a missing chunk and reloads the page.'
const importSyntax = [
  {
    selector: "CallExpression[callee.property.name='then'][callee.object.type='ImportExpression']",
    message: importMessage,
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

type Ban = 'fetch' | 'storage' | 'clock' | 'formats' | 'follow'

/** The banned globals, properties and syntax, without those that a folder may use. */
export function bans(allowed: Partial<Record<Ban, true>>): Record<string, ['error', ...object[]]> {
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
    'pulseboard/no-restricted-syntax': [
      'error',
      ...(allowed.clock ? [] : clockSyntax),
      ...(allowed.formats ? [] : formatSyntax),
      ...(allowed.follow ? [] : followSyntax),
      ...importSyntax,
    ],
  }
}
