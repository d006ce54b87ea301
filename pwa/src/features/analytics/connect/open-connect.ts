// Opens the connect screen in a new window, but in the installed app in the same one, because on iOS a new
// window is another browser where the user is not signed in.

/** Whether this page is the installed app. */
export function isInstalled(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches
}

/** Opens the connect screen. Returns false if the browser blocks the new window. */
export function openConnect(address: string, go: (address: string) => void): boolean {
  if (isInstalled()) {
    go(address)
    return true
  }
  return window.open(address, '_blank') !== null
}
