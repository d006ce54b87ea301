// The public sign-in client: `node auth_js.mjs <base URL>` reads a JSON request per line and writes a result.
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'

const { AuthClient } = createRequire(new URL('../../../pwa/package.json', import.meta.url))('@supabase/auth-js')
const url = `${process.argv[2]}/auth/v1`
const tabs = new Map()

/** Opens a tab on a storage with this content; resolves after the client's INITIAL_SESSION event. */
async function open({ name, content, flowType }) {
  const stored = new Map(Object.entries(content))
  const events = []
  const requests = []
  const auth = new AuthClient({
    url,
    flowType,
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    storageKey: 'sb-test-auth-token',
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
    fetch: (address, options) => {
      requests.push(`${options.method} ${String(address).slice(url.length).split('?')[0]}`)
      return fetch(address, options)
    },
  })
  await new Promise((started) => {
    auth.onAuthStateChange((event) => {
      events.push(event)
      if (event === 'INITIAL_SESSION') started()
    })
  })
  tabs.set(name, { auth, stored, events, requests })
}

const described = ({ name, status, code, message, reasons }) => ({ name, status, code, message, reasons })

/** Calls a method such as `mfa.enroll`; returns its data and its error, returned or thrown. */
async function call([name, path, ...parameters]) {
  const steps = path.split('.')
  const method = steps.pop()
  const holder = steps.reduce((part, step) => part[step], tabs.get(name).auth)
  try {
    const { data, error } = await holder[method](...parameters)
    return { data: data ?? null, error: error && described(error) }
  } catch (error) {
    return { data: null, error: described(error) }
  }
}

const COMMANDS = {
  open,
  calls: (calls) => Promise.all(calls.map(call)),
  state: (name) => {
    const { stored, events, requests } = tabs.get(name)
    return { stored: Object.fromEntries(stored), events, requests }
  },
}

for await (const line of createInterface({ input: process.stdin })) {
  const [command, input] = JSON.parse(line)
  process.stdout.write(`${JSON.stringify((await COMMANDS[command](input)) ?? null)}\n`)
}
