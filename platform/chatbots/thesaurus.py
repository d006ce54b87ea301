"""Words of small businesses' customers that mean about the same; one line is one meaning. A word may have several, and two
words that belong together are joined by `_`. Stored rows know a meaning by its first word, which no other line begins with."""

GROUPS = """
price cost costs charge charged fee fees pay paid payment rate expensive much amount tariff quote bill billed dollar dollars price_list
free complimentary gratis included no_charge extra nothing
refund reimburse reimbursement money_back refunded lose money
discount coupon promo promotion deal cheaper cheap reduction reduced saving saver lower off special knock_something knock_off less concession
open opening hours close closes closing closed shut schedule timetable
when time until till late latest early earliest hour hours minutes
deliver delivery delivered ship ships shipping shipment arrive arrives arrived dispatch courier send sending sent post postage parcel package mailed
abroad overseas foreign international country countries france germany europe
arrive arrival arriving arrives come check_in checkin land lands landing reach get_in
leave leaving depart departure check_out checkout vacate go_home went_home
return returns send_back take_back exchange swap replace replacement bring_back give_back
cancel cancels cancelled cancellation call_off withdraw fall_through fell_through give_back cannot_come no_show
appear show_up turn_up no_show not_come cannot_come cannot_make absent miss missed
book booking booked reserve reservation appointment slot walk_in sign_up
change changes reschedule move moved alter modify amend edit postpone shift week_after another_date
address location located situated directions where place find nearest closest near nearby
park parking car cars vehicle garage
electric plug plug_in charging charge_point tesla ev socket sockets outlet power
train trains rail railway station platform
bus coach
taxi cab ride
airport plane planes flight flights fly
collect collection pick_up pickup pick fetch meet
phone call telephone ring number
email mail mails message newsletter inbox
child children kid kids toddler toddlers little_one little_ones boy girl son daughter minor young teenager
baby babies newborn infant cot crib bottle
babysitting babysitter sitter mind mind_little look_after looks_after watch_the childcare nanny
pet pets dog dogs puppy labrador cat cats animal
vegan animals dairy_free plant_based
vegetarian vegetarians meat veggie meatless vegan
allergy allergies allergic allergen intolerance intolerant gluten nut nuts peanut peanuts almond almonds
milk lactose dairy oat soy latte
wifi internet wireless online broadband video_calls connection
disabled disability wheelchair accessible accessibility step_free ramp mobility
lift elevator stairs steps floor floors climb
staff team employee people worker therapist therapists
begin start commence
finish end ends complete quit terminate stop
notice period
long duration length minutes take takes
hurt pain painful sore ache discomfort
ill sick illness doctor medicine medicines pharmacy chemist drugstore unwell
safe safety secure security lock lock_away valuables jewellery passport
password login sign_in log_in signin forgotten_password cannot_log
delete remove erase close_account wipe
unsubscribe stop_sending newsletter no_more
data personal_information information privacy store details record records
invoice receipt bill statement
company firm business corporate boss employer
card credit debit visa mastercard
twice double duplicate two_identical identical again
cash coins money machine
guarantee warranty guaranteed
broken broke broken_into faulty damaged damage defective fault repair fix mend smashed cracked
puncture flat_tyre tyre flat stuck
buy purchase order ordered orders shop get
add include extra_item
gift present birthday voucher vouchers
gift_card gift_cards card voucher vouchers
balance remains left remaining
valid expire expires expiry expired
prepare preparation ready bring before beforehand
after afterwards aftercare following
age old older minimum years year seventeen eighteen sixteen twelve
alone himself herself itself themselves by_himself by_herself myself unaccompanied
job jobs work hiring vacancy vacancies career recruit employment posts
insurance insured cover covered insurer
beginner beginners novice newcomer
class classes course courses lesson lessons workshop training session pilates yoga spinning seminar
learn learns teach teaches taught lesson lessons
coach coaching trainer instructor personal one_to
food eat eats meal meals menu dish dishes lunch dinner portion portions
breakfast morning morning_meal
table seat seats seating
outside outdoor outdoors open_air terrace garden
drink drinks drinkable beverage coffee tea water bottles tap
wine corkage bottle alcohol
cake sweet candles dessert bake
takeaway take_away to_go takeout
big large size capacity
group party team guests colleagues
wedding marry married marriage ceremony bride
conference conferences meeting venue seminar event events
quick fast urgent express soon rush good_enough speed
late delay delayed
bring brings take along carry
store storage keep drop drop_off
lost lose missing misplaced cannot_find forgot forgotten left_behind leave_behind
key keys key_card door doors opens
install installation setup set_up fit
clean cleaning wash washing laundry
laundry washing washing_machine clothes ourselves
language speak english spanish portuguese
photo picture image
account profile
print printer printing printed boarding_pass
pool swim swims swimming dip lanes
warm warmer heat heated heating radiator temperature cold freezing degrees
cool air_conditioning conditioning fan fans heatwave
gym fitness fitness_room fitness_studio workout exercise
pregnant pregnancy expecting
sauna steam naked swimwear trunks towel towels
wear clothes dress dress_code naked trunks
massage back_rub rub treatment treatments treated spa
couple husband wife partner together side_by
racket rackets racquet
court courts tennis
bike bikes bicycle bicycles cycle cycling
rent rents rental renting hire hires borrow lend lends loan
boat boats row rowing kayak
membership memberships member members club join joining gym_contract
pause freeze frozen suspend hold
month monthly
friend friends mate mates guest plus_one
student students university college
camp camping campsite camp_site tent tents
fire campfire flames bonfire grill barbecue
room rooms bedroom bedrooms suite
bed beds sleep sleeps sleeper
bath bathtub tub soak shower showers bathroom
extra_bed third_person additional
quiet quietest quietness silent calm noise noisy loud shouting
neighbour neighbours next_door neighbor
night nights overnight stay stays visit visits week weeks
midnight night_time one_in 1am 2am
luggage suitcase suitcases bag bags baggage
rain rains rainy bad_weather wet indoors indoor weather
smoke smoking cigarette cigarettes vape
forget forgot left leave behind
complain complaint complaints unhappy dissatisfied angry treated
loyalty regular regulars reward rewards points come_every
minimum at_least just_one only
vegetable vegetables veg fresh
box boxes subscription weekly
sustainable sustainability green eco energy environment
home house door_to
collect_myself collect pick_up click_and click_collect
"""


def meanings() -> list[list[str]]:
    """Each meaning as its words; of two that belong together, both joined by `_`."""
    return [line.split() for line in GROUPS.strip().splitlines()]
