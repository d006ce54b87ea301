// The walls between the layers: app > features > live > (ui | sync) > (db | api) > lib. Every rule is an error.

const layer = (...names) => `^src/(?:${names.join('|')})/`
const ENTRIES = '^src/(?:main\\.tsx|service-worker/sw\\.ts)$'
const TEST = '\\.test\\.tsx?$|^src/testing/'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or lack a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-feature-to-feature',
      comment: 'A feature imports no other feature; app/ composes them.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/([^/]+)/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'only-app-imports-features',
      comment: 'Only app/ knows the features.',
      severity: 'error',
      from: { pathNot: '^src/(?:app|features)/' },
      to: { path: layer('features') },
    },
    {
      name: 'features-by-their-front-door',
      comment: 'app/ imports a feature by its index.ts.',
      severity: 'error',
      from: { path: layer('app') },
      to: { path: layer('features'), pathNot: '^src/features/[^/]+/index\\.tsx?$' },
    },
    {
      name: 'app-is-the-top',
      comment: 'Nothing reaches up into app/; main.tsx starts it.',
      severity: 'error',
      from: { pathNot: '^src/(?:app/|main\\.tsx$)' },
      to: { path: layer('app') },
    },
    {
      name: 'live-knows-sync-and-db',
      comment: 'live/ binds sync and db to React, and nothing else.',
      severity: 'error',
      from: { path: layer('live'), pathNot: TEST },
      to: { path: '^src/', pathNot: layer('live', 'sync', 'db', 'lib') },
    },
    {
      name: 'ui-knows-no-data',
      comment: 'ui/ draws what it is given.',
      severity: 'error',
      from: { path: layer('ui'), pathNot: TEST },
      to: { path: '^src/', pathNot: layer('ui', 'lib') },
    },
    {
      name: 'sync-reaches-down',
      comment: 'sync/ knows db, api and lib.',
      severity: 'error',
      from: { path: layer('sync'), pathNot: TEST },
      to: { path: '^src/', pathNot: layer('sync', 'db', 'api', 'lib') },
    },
    {
      name: 'db-knows-no-network',
      comment: 'db/ stores; it neither fetches nor syncs.',
      severity: 'error',
      from: { path: layer('db'), pathNot: TEST },
      to: { path: '^src/|openapi-fetch|auth-js', pathNot: layer('db', 'lib') },
    },
    {
      name: 'api-knows-no-store',
      comment: 'api/ speaks to the server; who stores the answer is not its business.',
      severity: 'error',
      from: { path: layer('api'), pathNot: TEST },
      to: { path: '^src/', pathNot: layer('api', 'lib') },
    },
    {
      name: 'lib-imports-nothing-of-ours',
      comment: 'lib/ is the floor.',
      severity: 'error',
      from: { path: layer('lib') },
      to: { path: '^src/', pathNot: layer('lib') },
    },
    {
      name: 'no-react-below',
      comment: 'sync, db, api, lib and the service worker run without React.',
      severity: 'error',
      from: { path: layer('sync', 'db', 'api', 'lib', 'service-worker') },
      to: { path: '(?:^|/)node_modules/(?:@types/)?(?:react|react-dom|react-router|radix-ui|lucide-react|dexie-react-hooks)/' },
    },
    {
      name: 'sync-by-its-front-door',
      comment: 'Screens know sync/ by its index.ts.',
      severity: 'error',
      from: { path: layer('app', 'features', 'live') },
      to: { path: layer('sync'), pathNot: '^src/sync/index\\.ts$' },
    },
    {
      name: 'api-only-from-remote',
      comment: 'A feature that needs the network now says so in a file named remote.ts.',
      severity: 'error',
      from: { path: layer('features'), pathNot: '/remote\\.ts$|' + TEST },
      to: { path: layer('api') },
    },
    {
      name: 'screens-show-the-replica',
      comment: 'Dashboard screens show what is stored; only auth/ screens call remote.ts.',
      severity: 'error',
      from: { path: '^src/features/(?!auth/).*\\.tsx$', pathNot: TEST },
      to: { path: '/remote\\.ts$' },
    },
    {
      name: 'service-worker-stands-alone',
      comment: 'The service worker never bundles screens.',
      severity: 'error',
      from: { path: layer('service-worker') },
      to: { path: '^src/', pathNot: layer('service-worker', 'sync', 'db', 'api', 'lib') },
    },
    {
      name: 'radix-wrapped-once',
      comment: 'radix-ui is wrapped in ui/, so that focus, motion and look are decided once.',
      severity: 'error',
      from: { pathNot: layer('ui') },
      to: { path: '(?:^|/)node_modules/(?:radix-ui|@radix-ui)/' },
    },
    {
      name: 'testing-only-in-tests',
      comment: 'src/testing is for tests.',
      severity: 'error',
      from: { pathNot: TEST },
      to: { path: '^src/testing/' },
    },
    {
      name: 'nothing-forgotten',
      comment: 'What neither main.tsx nor the service worker reaches is dead: delete it.',
      severity: 'error',
      from: { path: ENTRIES },
      to: { path: '^src/', pathNot: [ENTRIES, TEST, '\\.d\\.ts$'], reachable: false },
    },
    {
      name: 'everything-resolves',
      comment: 'An import that cannot be resolved escapes every other wall.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.gen\\.ts$' },
    tsConfig: { fileName: 'tsconfig.app.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'browser', 'default'] },
  },
}
