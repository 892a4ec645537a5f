"""The paths."""

from django.urls import path

from .bets import Bets
from .views import OneMatch, OwnProfile, Partners

urlpatterns = [
    path("v1/<slug:slug>/profiles/me/", OwnProfile.as_view()),
    path("v1/<slug:slug>/profiles/", Partners.as_view()),
    path("v1/<slug:slug>/matches/<int:match_id>/", OneMatch.as_view()),
    path("v1/<slug:slug>/bets/", Bets.as_view()),
]
