// Which page loads the app shell answers; made from the path table: everything else goes to the server.

/** First segments that belong to the server, whatever stands behind them. */
const SERVER = /^\/(?:auth\/v1|rest|realtime|storage|functions|embeds|health|metrics|assets)(?:\/|$)/
const APP = /^\/(?:auth|dashboard(?:\/[^.]*)?)\/?$/

/** Whether a navigation to `url` (same origin) is answered by /index.html from the precache. */
export function isAppNavigation(url: URL): boolean {
  return APP.test(url.pathname) && !SERVER.test(url.pathname)
}
