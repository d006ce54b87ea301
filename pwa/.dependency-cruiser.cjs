// The order of the layers: app > features > live > ui | synced > sync > (db | api) > lib; site is separate. Every
// rule is an error.

const layer = (...names) => `^src/(?:${names.join('|')})/`
const ENTRIES = '^src/(?:main\\.tsx|service-worker/sw\\.ts|site/start\\.ts|site/pages\\.tsx)$'
/** The build takes this file in place of a library's (scripts/lighter-libraries.ts). */
const REPLACEMENT = '^src/ui/lucide-icon\\.ts$'
const TEST = '\\.test\\.tsx?$|^src/testing/'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files import each other: merge them, or move what both need into a third file.',
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
      comment: 'Only app/ imports features.',
      severity: 'error',
      from: { pathNot: '^src/(?:app|features)/' },
      to: { path: layer('features') },
    },
    {
      name: 'features-by-their-index',
      comment: 'app/ imports a feature through its index.ts.',
      severity: 'error',
      from: { path: layer('app') },
      to: { path: layer('features'), pathNot: '^src/features/[^/]+/index\\.tsx?$' },
    },
    {
      name: 'app-is-the-top',
      comment: 'No file imports app/ except main.tsx, which starts it.',
      severity: 'error',
      from: { pathNot: '^src/(?:app/|main\\.tsx$)' },
      to: { path: layer('app') },
    },
    {
      name: 'live-knows-sync-and-db',
      comment: 'live/ connects sync and db to React and imports no other layer.',
      severity: 'error',
      from: { path: layer('live'), pathNot: TEST },
      to: { path: '^src/', pathNot: layer('live', 'sync', 'db', 'lib') },
    },
    {
      name: 'ui-knows-no-data',
      comment: 'ui/ renders its props and imports no data.',
      severity: 'error',
      from: { path: layer('ui'), pathNot: TEST },
      to: { path: '^src/', pathNot: layer('ui', 'lib') },
    },
    {
      name: 'sync-reaches-down',
      comment: 'sync/ imports only db, api and lib.',
      severity: 'error',
      from: { path: layer('sync'), pathNot: TEST },
      to: { path: '^src/', pathNot: layer('sync', 'db', 'api', 'lib') },
    },
    {
      name: 'synced-reaches-down',
      comment:
        'synced/ registers what the features sync, and the service worker loads it without any screen.',
      severity: 'error',
      from: { path: layer('synced'), pathNot: TEST },
      to: { path: '^src/', pathNot: layer('synced', 'sync', 'db', 'api', 'lib') },
    },
    {
      name: 'db-knows-no-network',
      comment: 'db/ stores rows; it makes no requests and does not sync.',
      severity: 'error',
      from: { path: layer('db'), pathNot: TEST },
      to: { path: '^src/|openapi-fetch|auth-js', pathNot: layer('db', 'lib') },
    },
    {
      name: 'api-knows-no-store',
      comment: 'api/ sends requests; its callers store the responses.',
      severity: 'error',
      from: { path: layer('api'), pathNot: TEST },
      to: { path: '^src/', pathNot: layer('api', 'lib') },
    },
    {
      name: 'lib-imports-nothing-of-ours',
      comment: 'lib/ is the lowest layer and imports no other.',
      severity: 'error',
      from: { path: layer('lib') },
      to: { path: '^src/', pathNot: layer('lib') },
    },
    {
      name: 'no-react-below',
      comment: 'synced, sync, db, api, lib and the service worker run without React.',
      severity: 'error',
      from: { path: layer('synced', 'sync', 'db', 'api', 'lib', 'service-worker') },
      to: { path: '(?:^|/)node_modules/(?:@types/)?(?:react|react-dom|react-router|radix-ui|lucide-react)/' },
    },
    {
      name: 'sync-by-its-index',
      comment: 'Screens import sync/ through its index.ts.',
      severity: 'error',
      from: { path: layer('app', 'features', 'live') },
      to: { path: layer('sync'), pathNot: '^src/sync/index\\.ts$' },
    },
    {
      name: 'api-only-from-remote',
      comment: 'A feature calls the API only in a file named remote.ts.',
      severity: 'error',
      from: { path: layer('features'), pathNot: '/remote\\.ts$|' + TEST },
      to: { path: layer('api') },
    },
    {
      name: 'remote-by-its-name',
      comment: 'No file re-exports remote.ts: a file that calls the server imports remote.ts itself.',
      severity: 'error',
      from: {},
      to: { path: '/remote\\.ts$', dependencyTypes: ['export'] },
    },
    {
      name: 'screens-show-the-replica',
      comment:
        'Screens show stored rows. Only dialogs, and the features whose data no device stores (auth, settings, website), call remote.ts.',
      severity: 'error',
      from: { path: '^src/features/(?!auth/|settings/|website/|.*dialog).*\\.tsx$', pathNot: TEST },
      to: { path: '/remote\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'site-stands-alone',
      comment: 'The public pages use styles of ui/ and one call of api/, and no other part of the app.',
      severity: 'error',
      from: { path: layer('site') },
      to: { path: '^src/', pathNot: layer('site', 'ui', 'api', 'lib') },
    },
    {
      name: 'site-is-no-part-of-the-app',
      comment: 'The public pages are separate documents: link to them instead of importing them.',
      severity: 'error',
      from: { path: '^src/', pathNot: layer('site') },
      to: { path: layer('site') },
    },
    {
      name: 'site-runs-light',
      comment:
        'The .tsx files of site/ are rendered at build time. Visitors load its .ts files, so these import neither React nor libraries of the app.',
      severity: 'error',
      from: { path: '^src/site/(?!.*\\.d\\.ts$).*\\.ts$' },
      to: {
        path: '(?:^|/)node_modules/(?:react|react-dom|react-router|radix-ui|lucide-react|dexie|openapi-fetch)/',
        reachable: true,
      },
    },
    {
      name: 'service-worker-stands-alone',
      comment: 'The service worker does not bundle screens.',
      severity: 'error',
      from: { path: layer('service-worker') },
      to: { path: '^src/', pathNot: layer('service-worker', 'synced', 'sync', 'db', 'api', 'lib') },
    },
    {
      name: 'radix-wrapped-once',
      comment: 'Only ui/ imports radix-ui, so that focus, motion and styles are defined once.',
      severity: 'error',
      from: { pathNot: layer('ui') },
      to: { path: '(?:^|/)node_modules/(?:radix-ui|@radix-ui)/' },
    },
    {
      name: 'testing-only-in-tests',
      comment: 'Only tests import src/testing.',
      severity: 'error',
      from: { pathNot: TEST },
      to: { path: '^src/testing/' },
    },
    {
      name: 'nothing-forgotten',
      comment: 'No entry point imports this file: delete it.',
      severity: 'error',
      from: { path: ENTRIES },
      to: { path: '^src/', pathNot: [ENTRIES, TEST, REPLACEMENT, '\\.d\\.ts$'], reachable: false },
    },
    {
      name: 'everything-resolves',
      comment: 'No other rule can check an import that cannot be resolved.',
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
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'browser', 'default'],
    },
  },
}
