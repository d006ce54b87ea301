// Measures one page once with Lighthouse in its own Chromium. All traffic of Chromium goes through the given proxy.
//
// node scan.mjs CHROMIUM PROFILE PROXY SLOWDOWN URL [more switches of Chromium]
//
// SLOWDOWN is the factor by which Lighthouse slows the page's scripts down.
//
// Writes Lighthouse's JSON result to standard output. The process and its Chromium end as soon as standard
// input is closed, so the parent holds it open.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

import lighthouse from 'lighthouse'

const [chromium, profile, proxy, slowdown, url, ...more] = process.argv.slice(2)
const SWITCHES = [
  '--headless=new',
  '--remote-debugging-port=0',
  `--user-data-dir=${profile}`,
  // Without `--proxy-bypass-list` Chromium would reach this machine's own addresses without the proxy.
  // `--host-resolver-rules` stops it from resolving names itself.
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
/** The maximum size of a result, because the reader keeps it in memory and stores it. */
const MOST_BYTES = 20 * 1024 * 1024
/** Screenshots and the list of tasks would be half of the result, and nothing uses them. */
const SKIPPED = ['full-page-screenshot', 'screenshot-thumbnails', 'final-screenshot', 'script-treemap-data', 'main-thread-tasks']

// Chromium runs in this process's group, so ending the group ends both.
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
browser.on('exit', () => fail(`Chromium ended: ${lastLines.join(' | ')}`))

const lastLines = []
let started = false
createInterface({ input: browser.stderr }).on('line', (line) => {
  const port = /^DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(line)?.[1]
  if (port === undefined || started) {
    lastLines.push(line)
    lastLines.splice(0, lastLines.length - 3)
    return
  }
  started = true
  measure(Number(port)).catch((error) => fail(error instanceof Error ? (error.stack ?? error.message) : String(error)))
})

async function measure(port) {
  const flags = { port, output: 'json', logLevel: 'silent', onlyCategories: ['performance'], skipAudits: SKIPPED, throttling: { cpuSlowdownMultiplier: Number(slowdown) } }
  const result = await lighthouse(url, flags)
  if (result === undefined) throw new Error('Lighthouse gave no result')
  const report = JSON.stringify(result.lhr)
  if (Buffer.byteLength(report) > MOST_BYTES) throw new Error('the result is too large')
  process.stdout.write(report, () => end(0))
}
