// Derives a device's name for users from its browser's user agent.

const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bCriOS\/|\b(?:Headless)?Chrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * The name, such as `Chrome on Android`. If the browser and the system are unknown, the first word of the
 * user agent. If that is empty, `Unknown device`. `isHandheld` selects the icon.
 */
export function deviceName(userAgent: string): { name: string; isHandheld: boolean } {
  const match = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = match(BROWSERS)
  const system = match(SYSTEMS)
  const isHandheld = system === 'iPhone' || system === 'iPad' || system === 'Android'
  if (browser !== undefined && system !== undefined) return { name: `${browser} on ${system}`, isHandheld }
  return { name: browser ?? system ?? (userAgent.split(/[\s/]/)[0] || 'Unknown device'), isHandheld }
}
