/// The classes that the program comes with, as a file of comma-separated values.
enum ShippedClasses {
  static let csv = #"""
    id,title,instructor,level,song,thumbnail,duration
    1,Salsa Basics,Leanne Okafor,Beginner,Midnight Train,▙▚▗▀,200
    2,Bachata Turns,Anne Lindqvist,Intermediate,Corazón,▜▝▘▗,600
    3,"Salsa, Slowly",José Álvarez,Beginner,Café con Luna,▗▖▜▞,90
    4,Ballet Turns,Françoise Noël,Beginner,Midnight Train,▚▄▄▖,240
    5,"The ""Running Man""",Kwame Mensah,Beginner,Northern Line,▙▞▞▛,420
    6,Lindy Hop Balance,Kwame Mensah,Advanced,Velvet Rain,▚▄▘▗,480
    7,Hip-Hop Footwork,Anne Lindqvist,Intermediate,One More Step,▚▙▖█,180
    8,"Tango for Two:
    The Embrace",Siân Hughes,Intermediate,Río Abajo,▄▚▄▚,150
    9,Kizomba Partner Work,Ibrahim Çelik,All levels,Slow Thunder,▙▘▚▚,360
    10,Tango Basics,Łucja Wójcik,Advanced,Señorita Sol,█▀▛▗,200
    11,Cha-Cha Combo,Tomáš Dvořák,Intermediate,Copper Moon,▟▛█▜,300
    12,Breaking Groove,Chloé Dubois,Beginner,Paper Lanterns,▞▙▘▙,600
    13,"Façade: Voguing, Part 1",Françoise Noël,Advanced,Éclat,▝▚▗▞,90
    14,Samba Turns,José Álvarez,Advanced,Glass Houses,▚▖▚▟,240
    15,Waltz Choreo,Renée O’Hara,Intermediate,Midnight Train,▀▚▄▞,420
    16,Salsa Balance,Leanne Okafor,Beginner,Éclat,▙▜▜▟,480
    17,Jazz Footwork,Dmitri Volkov,All levels,Velvet Rain,▚▜▝▘,180
    18,Flamenco Warm-up,Mina Rahman,Advanced,One More Step,▙▚▚▄,150
    19,Contemporary Partner Work,Björn Håkansson,Intermediate,Corazón,▖▗▖▝,360
    20,Ballet Basics,Françoise Noël,Beginner,Slow Thunder,█▚▞▞,200
    21,"""Pop, Lock & Drop""",Mina Rahman,All levels,"Slow Thunder (12"" Mix)",█▝▀▛,300
    22,Lindy Hop Groove,Kwame Mensah,Advanced,Copper Moon,▘█▙▗,600
    23,Hip-Hop Isolation,Anne Lindqvist,Intermediate,Paper Lanterns,▜▙██,90
    24,Swing Turns,Aiko Tanaka,Beginner,Río Abajo,▝▚▘▛,240
    25,Kizomba Choreo,Ibrahim Çelik,All levels,Glass Houses,▜▀▟▛,420
    26,Tango Balance,Łucja Wójcik,Advanced,Café con Luna,█▞▙▛,480
    27,Cha-Cha Footwork,Tomáš Dvořák,Intermediate,Blue Hour,▗▖▀▙,180
    28,Breaking Warm-up,Chloé Dubois,Beginner,Northern Line,▚▄▟▟,150
    29,Bachata Partner Work,Siân Hughes,All levels,Déjà Vu,▙▗▛▘,360
    30,Samba Basics,José Álvarez,Advanced,Corazón,▚▝▖▖,200
    31,Waltz Combo,Renée O’Hara,Intermediate,Slow Thunder,▛▀▗▚,300
    32,Salsa Groove,Leanne Okafor,Beginner,Señorita Sol,▀█▛▖,600
    33,Jazz Isolation,Dmitri Volkov,All levels,Copper Moon,▛▚▛▘,90
    34,"Ballet Barre,
    Centre, Reverence",Chloé Dubois,Advanced,"Prélude, Op. 28",▄█▜▟,240
    35,Contemporary Choreo,Björn Håkansson,Intermediate,Río Abajo,█▗▚▟,420
    36,Ballet Balance,Françoise Noël,Beginner,Glass Houses,▙▝▚▘,480
    37,House Footwork,Zoë Martínez,All levels,Café con Luna,▚▜▟▘,180
    38,Lindy Hop Warm-up,Kwame Mensah,Advanced,Blue Hour,▛▟▖▛,150
    39,Hip-Hop Partner Work,Anne Lindqvist,Intermediate,Northern Line,▖▝▘▛,360
    40,Swing Basics,Aiko Tanaka,Beginner,Déjà Vu,▄▄▛▚,200
    41,Kizomba Combo,Ibrahim Çelik,All levels,Midnight Train,▟▗▝▙,300
    42,Tango Groove,Łucja Wójcik,Advanced,Éclat,▜▙▗▖,600
    43,Cha-Cha Isolation,Tomáš Dvořák,Intermediate,Velvet Rain,▖▖▀▘,90
    44,Breaking Turns,Chloé Dubois,Beginner,One More Step,▟█▘▟,240
    45,Bachata Choreo,Siân Hughes,All levels,Paper Lanterns,▖▞▝▟,420
    46,Samba Balance,José Álvarez,Advanced,Río Abajo,▙▛▖▗,480
    47,Waltz Footwork,Renée O’Hara,Intermediate,Glass Houses,▞▚▄▜,180
    48,Salsa Warm-up,Leanne Okafor,Beginner,Café con Luna,█▙▝▙,150
    49,Jazz Partner Work,Dmitri Volkov,All levels,Blue Hour,▙▝▜▝,360
    50,Flamenco Basics,Mina Rahman,Advanced,Northern Line,▖▙▜▝,200
    51,Contemporary Combo,Björn Håkansson,Intermediate,Déjà Vu,▙█▜▙,300
    52,Ballet Groove,Françoise Noël,Beginner,Midnight Train,▝▙▖▖,600
    53,House Isolation,Zoë Martínez,All levels,Éclat,▚▚▙▞,90
    54,Lindy Hop Turns,Kwame Mensah,Advanced,Velvet Rain,▙▄▙▜,240
    55,Übung: Jazz Isolations,Björn Håkansson,Intermediate,Glass Houses,▚▘▛▖,420
    56,Swing Balance,Aiko Tanaka,Beginner,Corazón,▛▟▗▟,480
    57,Kizomba Footwork,Ibrahim Çelik,All levels,Slow Thunder,▜██▄,180
    58,Tango Warm-up,Łucja Wójcik,Advanced,Señorita Sol,▀▀▖▝,150
    59,Cha-Cha Partner Work,Tomáš Dvořák,Intermediate,Copper Moon,▜▗▜▙,360
    60,Breaking Basics,Chloé Dubois,Beginner,Blue Hour,▟▘▛▚,200
    61,Bachata Combo,Siân Hughes,All levels,Northern Line,█▝▄█,300
    62,Samba Groove,José Álvarez,Advanced,Déjà Vu,▛▜▞▙,600
    63,Waltz Isolation,Renée O’Hara,Intermediate,Midnight Train,█▄█▄,90
    64,Salsa Turns,Leanne Okafor,Beginner,Éclat,▚▛▜▝,240

    """#
}
