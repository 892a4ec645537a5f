"""The three paths."""

from django.urls import path

from .views import OneMatch, OwnProfile, Partners

urlpatterns = [
    path("v1/<slug:slug>/profiles/me/", OwnProfile.as_view()),
    path("v1/<slug:slug>/profiles/", Partners.as_view()),
    path("v1/<slug:slug>/matches/<int:match_id>/", OneMatch.as_view()),
]
