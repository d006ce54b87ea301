// Starts the app once the picture that the service worker has drawn into the page is on the screen.
const app = document.createElement('script')
app.src = document.currentScript?.dataset['start'] ?? ''
const begin = () => {
  if (!app.isConnected) document.head.append(app)
}
requestAnimationFrame(() => setTimeout(begin))
// Nothing is drawn in a tab that nobody looks at.
setTimeout(begin, 500)
