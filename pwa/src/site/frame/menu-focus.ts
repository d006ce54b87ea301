// Keeps the focus in the open menu, and closes it when it is done; opens it where the browser does not do that by itself.

const FOCUSABLE = 'a[href], button'

export function watchMenu(): void {
  const menu = document.querySelector('dialog')
  if (menu === null) return
  menu.addEventListener('keydown', (event) => {
    if (event.key === 'Tab') keepInside(menu, event)
  })
  menu.addEventListener('click', (event) => {
    // A link to a part of this page loads nothing: the menu would stay before it.
    if (event.target === menu || (event.target instanceof Element && event.target.closest('a') !== null)) menu.close()
  })
  // There the page has no room for a menu of its own: the links stand in the bar.
  matchMedia('(min-width: 48rem)').addEventListener('change', () => menu.close())
  if (!('command' in HTMLButtonElement.prototype)) openByHand(menu)
}

/** From the last control to the first and back: the browser would go to its own bars in between. */
function keepInside(menu: HTMLDialogElement, event: KeyboardEvent): void {
  const inside = [...menu.querySelectorAll<HTMLElement>(FOCUSABLE)]
  const [end, start] = event.shiftKey ? [inside[0], inside.at(-1)] : [inside.at(-1), inside[0]]
  if (document.activeElement !== end) return
  event.preventDefault()
  start?.focus()
}

function openByHand(menu: HTMLDialogElement): void {
  for (const button of document.querySelectorAll(`[commandfor="${menu.id}"]`)) {
    button.addEventListener('click', () => (button.getAttribute('command') === 'close' ? menu.close() : menu.showModal()))
  }
}
