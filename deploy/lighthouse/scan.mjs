// Measures one page once: Lighthouse in a Chromium of its own, all of whose traffic goes through the proxy it is told.
//
//   node scan.mjs CHROMIUM PROFILE PROXY SLOWDOWN URL [more switches of Chromium]
//
// SLOWDOWN: how many times slower than this machine a page's scripts are taken to run.
//
// The result (Lighthouse's own JSON) goes to standard output. It ends, and Chromium with it, as soon as its standard
// input does: whoever started it holds that open.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

import lighthouse from 'lighthouse'

const [chromium, profile, proxy, slowdown, url, ...more] = process.argv.slice(2)
const SWITCHES = [
  '--headless=new',
  '--remote-debugging-port=0',
  `--user-data-dir=${profile}`,
  // Without the second one Chromium would reach this machine's own addresses past the proxy; by the third it cannot
  // even look a name up by itself.
  `--proxy-server=${proxy}`,
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-features=Translate,MediaRouter,OptimizationHints,InterestFeedContentSuggestions,DnsOverHttps',
  '--disable-gpu',
  '--disable-sync',
  '--metrics-recording-only',
  '--mute-audio',
  '--no-default-browser-check',
  '--no-first-run',
  '--password-store=basic',
  '--use-mock-keychain',
  ...more,
]
/** A page that names a million things gets no result: whoever reads it keeps it whole, and stores it. */
const MOST_BYTES = 20 * 1024 * 1024
/** Pictures of the page and its every task would be half of the result, and nobody looks at them. */
const SKIPPED = ['full-page-screenshot', 'screenshot-thumbnails', 'final-screenshot', 'script-treemap-data', 'main-thread-tasks']

// In this process's own group: whoever ends the group ends all of it.
const browser = spawn(chromium, [...SWITCHES, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] })

function end(code) {
  browser.kill('SIGKILL')
  process.exit(code)
}

function fail(why) {
  process.stderr.write(`${why}\n`, () => end(1))
}

process.stdin.on('end', () => end(1)).resume()
browser.on('error', (error) => fail(`Chromium did not start: ${error.message}`))
browser.on('exit', () => fail(`Chromium ended: ${said.join(' | ')}`))

const said = []
let started = false
createInterface({ input: browser.stderr }).on('line', (line) => {
  const port = /^DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(line)?.[1]
  if (port === undefined || started) {
    said.push(line)
    said.splice(0, said.length - 3)
    return
  }
  started = true
  measure(Number(port)).catch((error) => fail(error instanceof Error ? (error.stack ?? error.message) : String(error)))
})

async function measure(port) {
  const flags = { port, output: 'json', logLevel: 'silent', onlyCategories: ['performance'], skipAudits: SKIPPED, throttling: { cpuSlowdownMultiplier: Number(slowdown) } }
  const result = await lighthouse(url, flags)
  if (result === undefined) throw new Error('Lighthouse gave no result')
  const found = JSON.stringify(result.lhr)
  if (Buffer.byteLength(found) > MOST_BYTES) throw new Error('the result is too large')
  process.stdout.write(found, () => end(0))
}
