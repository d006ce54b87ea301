// Traps the focus in the open menu and closes it after a choice. Opens it in browsers without the `command`
// attribute.

const FOCUSABLE = 'a[href], button'

export function initMenu(): void {
  const menu = document.querySelector('dialog')
  if (menu === null) return
  menu.addEventListener('keydown', (event) => {
    if (event.key === 'Tab') keepInside(menu, event)
  })
  menu.addEventListener('click', (event) => {
    // Close on links too: a link to an anchor of this page loads no page, so the menu would stay open.
    if (event.target === menu || (event.target instanceof Element && event.target.closest('a') !== null))
      menu.close()
  })
  // From this width on the bar shows the links, so the menu has no button.
  matchMedia('(min-width: 48rem)').addEventListener('change', () => menu.close())
  if (!('command' in HTMLButtonElement.prototype)) openByHand(menu)
}

/**
 * Moves the focus between the last and first control, because the browser would move it to its own toolbar.
 */
function keepInside(menu: HTMLDialogElement, event: KeyboardEvent): void {
  const inside = [...menu.querySelectorAll<HTMLElement>(FOCUSABLE)]
  const [end, start] = event.shiftKey ? [inside[0], inside.at(-1)] : [inside.at(-1), inside[0]]
  if (document.activeElement !== end) return
  event.preventDefault()
  start?.focus()
}

function openByHand(menu: HTMLDialogElement): void {
  for (const button of document.querySelectorAll(`[commandfor="${menu.id}"]`)) {
    button.addEventListener('click', () =>
      button.getAttribute('command') === 'close' ? menu.close() : menu.showModal(),
    )
  }
}
