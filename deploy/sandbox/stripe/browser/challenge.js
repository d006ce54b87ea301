// After a 3-D Secure challenge: notifies the page that frames this one.
const intent = document.querySelector('[data-intent]').dataset.intent
if (parent !== window) parent.postMessage({ completed: intent }, '*')
