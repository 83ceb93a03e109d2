/**
 * Town halls, set by hand, of districts that are newer than the sources' areas, or whose area has its centre far from
 * the town.
 */
export const YOUNG = {
  'Altıeylül, Balıkesir': [39.6459, 27.881],
  'Artuklu, Mardin': [37.313, 40.735],
  'Defne, Hatay': [36.1936, 36.1367],
  'Dulkadiroğlu, Kahramanmaraş': [37.583, 36.933],
  'Efeler, Aydın': [37.848, 27.845],
  'Ergene, Tekirdağ': [41.2339, 27.6865],
  'Eyüpsultan, İstanbul': [41.048, 28.934],
  'Eyyübiye, Şanlıurfa': [37.14, 38.79],
  'Haliliye, Şanlıurfa': [37.167, 38.8],
  'Karesi, Balıkesir': [39.653, 27.8903],
  'Onikişubat, Kahramanmaraş': [37.587, 36.9],
  'Ortahisar, Trabzon': [41.005, 39.727],
  'Payas, Hatay': [36.758, 36.215],
  'Seydikemer, Muğla': [36.647, 29.36],
  'Süleymanpaşa, Tekirdağ': [40.978, 27.511],
  'Tuşba, Van': [38.519, 43.351],
  'Yunusemre, Manisa': [38.6195, 27.406],
  'İpekyolu, Van': [38.501, 43.383],
  'Şehzadeler, Manisa': [38.612, 27.433],
};
