// The way to the connect screen: a window of its own, but in the installed app the same one (on iOS a new window is
// another browser, where nobody is signed in).

/** Whether this page is the installed app. */
export function isInstalled(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches
}

/** False if the browser does not open windows for us. */
export function openConnect(address: string, go: (address: string) => void): boolean {
  if (isInstalled()) {
    go(address)
    return true
  }
  return window.open(address, '_blank') !== null
}
