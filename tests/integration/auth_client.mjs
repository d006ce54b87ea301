// Drives `/auth/v1` with the public client: `node auth_client.mjs <base address>` prints what each step saw as JSON.
import { createRequire } from 'node:module'

const { AuthClient } = createRequire(new URL('../../pwa/package.json', import.meta.url))('@supabase/auth-js')
const url = `${process.argv[2]}/auth/v1`
const person = { email: 'ada@example.com', password: 'correct horse battery' }
const requests = []

function storage(content = {}) {
  const kept = new Map(Object.entries(content))
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

function client(store = storage()) {
  const events = []
  const auth = new AuthClient({
    url,
    storage: store,
    storageKey: 'sb-test-auth-token',
    flowType: 'pkce',
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
    fetch: (address, options) => {
      requests.push(`${options.method} ${String(address).slice(url.length)}`)
      return fetch(address, options)
    },
  })
  auth.onAuthStateChange((event) => void events.push(event))
  return { auth, events, store }
}

const failure = ({ data, error }) => ({
  data,
  error: error && {
    name: error.name,
    status: error.status,
    code: error.code,
    message: error.message,
    reasons: error.reasons,
  },
})
const asked = async (act) => {
  requests.length = 0
  const answer = await act()
  return { answer, requests: [...requests] }
}

const seen = {}
const first = client()
await first.auth.initialize()

const signedUp = await first.auth.signUp({
  ...person,
  options: { data: { full_name: 'Ada Lovelace', company_name: 'Engines Ltd' } },
})
seen.signUp = {
  error: signedUp.error,
  user: signedUp.data.user,
  same: signedUp.data.session.user.id === signedUp.data.user.id,
}
seen.taken = failure(await client().auth.signUp(person))
seen.weak = failure(await client().auth.signUp({ email: 'eve@example.com', password: '12345' }))
seen.anonymous = failure(await client().auth.signInAnonymously())
seen.wrong = failure(await client().auth.signInWithPassword({ ...person, password: 'wrong password' }))

const user = await first.auth.getUser()
seen.getUser = { error: user.error, same: JSON.stringify(user.data.user) === JSON.stringify(signedUp.data.user) }
const claims = await asked(() => first.auth.getClaims())
seen.getClaims = {
  error: claims.answer.error,
  sub: claims.answer.data?.claims.sub,
  aal: claims.answer.data?.claims.aal,
  alg: claims.answer.data?.header.alg,
  requests: claims.requests,
}

const second = client()
const signedIn = await second.auth.signInWithPassword(person)
seen.signIn = { error: signedIn.error, id: signedIn.data.user.id, stored: [...second.store.kept.keys()] }

const before = signedIn.data.session.refresh_token
const tabs = await Promise.all(
  Array.from({ length: 20 }, () => client(storage(Object.fromEntries(second.store.kept))).auth.refreshSession()),
)
seen.tabs = {
  errors: tabs.filter(({ error }) => error).length,
  tokens: new Set(tabs.map(({ data }) => data.session?.refresh_token)).size,
}
const refreshed = await second.auth.refreshSession()
seen.refresh = {
  error: refreshed.error,
  rotated: refreshed.data.session.refresh_token !== before,
  converged: refreshed.data.session.refresh_token === tabs[0].data.session.refresh_token,
  user: refreshed.data.user.id,
}

// A used token whose child was used as well: with a reuse interval of zero it is in two hands.
await second.auth.refreshSession()
seen.reuse = failure(await client().auth.refreshSession({ refresh_token: before }))
seen.afterReuse = failure(await second.auth.getUser())
seen.afterReuseStored = second.store.kept.size

const third = client()
await third.auth.signInWithPassword(person)
const copy = client(storage(Object.fromEntries(third.store.kept)))
await copy.auth.initialize()
seen.signOut = failure(await third.auth.signOut({ scope: 'local' }))
seen.signOutStored = third.store.kept.size
seen.copy = failure(await copy.auth.getUser())
seen.copyAgain = failure(await copy.auth.signOut({ scope: 'local' }))
seen.untouched = failure(await first.auth.getUser()).error

seen.signOutAll = failure(await first.auth.signOut())
seen.afterAll = failure(await first.auth.getUser()).error
seen.events = { first: first.events, second: second.events, third: third.events }
process.stdout.write(JSON.stringify(seen))
