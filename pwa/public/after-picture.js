// Starts the app after the first paint of the cached dashboard, which the service worker put into the page.
const app = document.createElement('script')
app.src = document.currentScript?.dataset['start'] ?? ''
const begin = () => {
  if (!app.isConnected) document.head.append(app)
}
requestAnimationFrame(() => setTimeout(begin))
// A hidden tab runs no animation frames, so start after 500 ms at the latest.
setTimeout(begin, 500)
