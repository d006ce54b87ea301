// The script of every public page. Pages are readable without it, and it changes nothing before a user
// action.
import './site.css'

import { currentTheme, applyTheme } from '../ui/theme/theme'
import { watchCheckout } from './pricing/checkout'
import { watchMenu } from './frame/menu-focus'

if (currentTheme() !== 'system') applyTheme()
watchMenu()
watchCheckout((address) => location.assign(address))
